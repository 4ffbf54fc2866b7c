// Texts: numbers as they are written, and the sentences of the data with their slots filled.
'use strict';

const $ = id => document.getElementById(id);
const DATA = JSON.parse($('data').textContent);

const escapeHtml = text =>
  String(text).replace(/[&<>"]/g, c => ({'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;'})[c]);

// A score with a true minus sign.
const scoreText = score => String(score).replace(/^-/, '\u2212');
const countText = n => n.toLocaleString('en');
const plural = (n, one, many) => countText(n) + ' ' + (n === 1 ? one : many);
const leavesText = n => plural(n, 'leaf', 'leaves');

// The sign before a value whose bound is "=", "<" (at most), ">" (at least) or "?".
const BOUND_SIGN = {'=': '', '<': '\u2264', '>': '\u2265', '?': '?'};

// The text NAME with each {slot} replaced.
const phrase = (name, slots = {}) => DATA.sentences[name].replace(/\{(\w+)\}/g, (_, slot) => slots[slot] ?? '');
// The same as a sentence, which may begin with "the root".
const sentence = (name, slots) => phrase(name, slots).replace(/^the /, 'The ');

const worth = (value, bound) =>
  phrase({'=': 'exactly', '<': 'at-most', '>': 'no-less'}[bound] || 'exactly', {v: scoreText(value)});

const TITLES = {
  'alpha-beta': 'Alpha-beta', 'negascout': 'NegaScout', 'mtdf': 'MTD(f)', 'sss': 'SSS*', 'dual': 'DUAL*',
  'mt-sss': 'MT-SSS*', 'mt-dual': 'MT-DUAL*', 'minimax': 'Minimax', 'scout': 'SCOUT', 'f1': 'F1',
  'fail-hard': 'Fail-hard', 'winston': 'Winston', 'bratko': 'Bratko', 'best-move': 'BEST-MOVE',
};
const titleOf = algorithm => TITLES[algorithm] || algorithm;
