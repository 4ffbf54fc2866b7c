          TAPE      SYSTMP,B3
          TEST      FUNCTIONAL ARGUMENTS
DEFINE ((                                                               FUN00010
(TESTR (LAMBDA (X P F U)                                                FUN00020
   (COND ((P X) (F X))                                                  FUN00030
         ((ATOM X) (U))                                                 FUN00040
         (T (TESTR (CDR X) P F                                          FUN00050
              (FUNCTION (LAMBDA () (TESTR (CAR X) P F U))))))))         FUN00060
(FINDN (LAMBDA (TREE)                                                   FUN00070
   (TESTR TREE (FUNCTION NUMBERP) (FUNCTION (LAMBDA (Y) Y))             FUN00080
          (FUNCTION (LAMBDA () (QUOTE NONE))))))                        FUN00090
(MAPL (LAMBDA (L FN)                                                    FUN00100
   (COND ((NULL L) NIL) (T (CONS (FN (CAR L)) (MAPL (CDR L) FN))))))    FUN00110
(SHADOW (LAMBDA (L) (MAPL L (FUNCTION (LAMBDA (X) (LENGTH L))))))       FUN00120
(ADDER (LAMBDA (N) (FUNCTION (LAMBDA (X) (PLUS X N)))))                 FUN00130
(USE (LAMBDA (FN N) (FN 1)))                                            FUN00140
(COMPOSE (LAMBDA (F G) (FUNCTION (LAMBDA (X) (F (G X))))))              FUN00150
(APPLYF (LAMBDA (FN X) (FN X)))                                         FUN00160
(SECOND (LAMBDA (L) (APPLYF (COMPOSE (QUOTE CAR) (QUOTE CDR)) L)))      FUN00170
(POWER (LAMBDA (F N) (COND ((ZEROP N) (FUNCTION (LAMBDA (X) X)))        FUN00180
   (T (COMPOSE F (POWER F (SUB1 N)))))))                                FUN00190
(COUNTL (LAMBDA (L) (PROG (N) (SETQ N 0)                                FUN00200
   (MAPC L (FUNCTION (LAMBDA (X) (SETQ N (ADD1 N))))) (RETURN N))))     FUN00210
(COUNTER (LAMBDA (N) (FUNCTION (LAMBDA () (SETQ N (ADD1 N))))))         FUN00220
(THRICE (LAMBDA (C N) (LIST (C) (C) (C) N)))                            FUN00230
(LATE (LAMBDA () (PROG (X FN) (SETQ FN (FUNCTION (LAMBDA () X)))        FUN00240
   (SETQ X (QUOTE NEW)) (RETURN FN))))                                  FUN00250
(CALL (LAMBDA (FN X) (FN)))                                             FUN00260
))                                                                      FUN00270
FINDN ((A (B 7) C))                                                     FUN00280
FINDN ((A (B) C))                                                       FUN00290
FINDN ((A B (C (D (8 E) 9)) F))                                         FUN00300
SHADOW ((A B C))                                                        FUN00310
(LAMBDA (K) (USE (ADDER K) 100)) (5)                                    FUN00320
SECOND ((A B C))                                                        FUN00330
(LAMBDA (L) (APPLYF (POWER (QUOTE CDR) 3) L)) ((A B C D E))             FUN00340
COUNTL ((A B C D))                                                      FUN00350
(LAMBDA (N) (THRICE (COUNTER 10) N)) (1)                                FUN00360
(LAMBDA (X) (CALL (LATE) (QUOTE OLD))) (OLDER)                          FUN00370
STOP)))
          FIN
