" Vim syntax of programs for Winnow: Common Lisp with Winnow's words and those of the older dialects.
" Copy to ~/.vim/syntax/winnow.vim, and to ~/.vim/ftdetect/winnow.vim the line
"   autocmd BufRead,BufNewFile *.lisp,*.lsp,*.l setfiletype winnow
if exists("b:current_syntax")
  finish
endif
runtime! syntax/lisp.vim
setlocal lisp
setlocal lispwords+=define-game,define-puzzle,defprop,def,errset,label,nlambda
setlocal iskeyword+=-,*,?,<,>,=,+,/,%,!,&,.

syntax keyword winnowWord contained define-game define-puzzle lesson minimax alpha-beta best-move solve play draw why record-search
syntax keyword winnowWord contained compare-searches legal-moves static-value plausible-moves find-path check-game check-puzzle perft
syntax keyword winnowOld contained defprop putprop def deflist attrib errset patom msg plus times difference quotient add1 sub1
syntax keyword winnowOld contained greaterp lessp PLUS TIMES ADD1 SUB1 DEFPROP PUTPROP ERRSET GREATERP LESSP
syntax cluster lispListCluster add=winnowWord,winnowOld
highlight default link winnowWord Function
highlight default link winnowOld Statement

let b:current_syntax = "winnow"
