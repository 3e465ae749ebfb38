import { CHINESE_RUN_PATTERN, listAdjacentCharacterPairs, stripPartNumberToLettersAndDigits } from '#server/catalog/goods/search-tokens.ts'
import { LEXEME_FORM_SIGNS, toSizeRangeClass, toSoundLexeme } from './index-lexemes.ts'
import { normaliseKeywordAsInCatalog, unifyLookalikeCharacters } from './read-keyword.ts'

/** A form in which goods may have a term. */
export interface TermForm {
  lexeme: string
  /** Whether a word of the goods may go on after it. */
  prefix: boolean
  /** 0–1: how certain it is that the form is what was meant. */
  certainty: number
}

/** A word, a pair of characters or a number of a keyword. */
export interface KeywordTerm {
  text: string
  kind: 'pair' | 'character' | 'number' | 'code' | 'part'
  forms: TermForm[]
}

const whole = (lexeme: string, certainty: number): TermForm => ({ lexeme, prefix: false, certainty })
const beginning = (lexeme: string, certainty: number): TermForm => ({ lexeme, prefix: true, certainty })

const SOUND_CERTAINTY = 0.7
const LOOKALIKE_CERTAINTY = 0.8
const BEGINNING_CERTAINTY = 0.9
const RANGE_CERTAINTY = 0.9
/** The shortest codes of which the beginning, with signs that look alike, says anything. */
const LOOKALIKE_BEGINNING_MIN = 4

function listChineseTerms(run: string): KeywordTerm[] {
  if ([...run].length === 1) return [{ text: run, kind: 'character', forms: [whole(run, 1)] }]
  return listAdjacentCharacterPairs(run).map((pair) => ({
    text: pair,
    kind: 'pair',
    forms: [whole(pair, 1), whole(toSoundLexeme(pair), SOUND_CERTAINTY)],
  }))
}

function listCodeForms(code: string): TermForm[] {
  const lookalike = `${LEXEME_FORM_SIGNS.lookalike}${unifyLookalikeCharacters(code)}`
  const series = /^([a-z]{2,})(\d{2,})$/.exec(code)
  return [
    whole(code, 1),
    ...(code.length > 1 ? [beginning(code, BEGINNING_CERTAINTY)] : []),
    whole(lookalike, LOOKALIKE_CERTAINTY),
    ...(code.length >= LOOKALIKE_BEGINNING_MIN ? [beginning(lookalike, LOOKALIKE_CERTAINTY - 0.1)] : []),
    ...(/^[a-z]{2,}$/.test(code) ? [beginning(`${LEXEME_FORM_SIGNS.sound}${code}`, BEGINNING_CERTAINTY)] : []),
    ...(series ? [whole(`${LEXEME_FORM_SIGNS.range}${toSizeRangeClass(series[1] ?? '', Number(series[2]))}`, RANGE_CERTAINTY)] : []),
  ]
}

/** A word of letters and digits, and its parts as less certain terms. */
function listLatinTerms(word: string): KeywordTerm[] {
  if (/^\d+(?:\.\d+)?$/.test(word)) return [{ text: word, kind: 'number', forms: [whole(word, 1)] }]
  if (/^\d+(?:-\d+)+$/.test(word)) return word.split('-').flatMap(listLatinTerms)
  const code = stripPartNumberToLettersAndDigits(word)
  const parts = [...word.split(/[^a-z0-9]+/), ...(code.match(/[a-z]+|\d+/g) ?? [])].filter((part) => part !== code && part.length > 1)
  return [
    { text: code, kind: 'code', forms: listCodeForms(code) },
    ...[...new Set(parts)].map((part): KeywordTerm => ({ text: part, kind: 'part', forms: [whole(part, 1)] })),
  ]
}

const WORD = /[a-z0-9]+(?:[-.][a-z0-9]+)*/g
/** The letters of a series and its number, apart: u 84, kt u84. */
const PARTED = /\b([a-z]{1,4})[- ](\d)/g
/** More terms say nothing new, and each costs time. */
const TERMS_MAX = 16

/** The terms of a keyword, in its order, without words of a question. */
export function listKeywordTerms(keyword: string): KeywordTerm[] {
  const text = normaliseKeywordAsInCatalog(keyword)
  const terms = [
    ...(text.match(CHINESE_RUN_PATTERN) ?? []).flatMap(listChineseTerms),
    ...(text.replace(PARTED, '$1$2').match(WORD) ?? []).flatMap(listLatinTerms),
  ]
  const byText = new Map(terms.map((term) => [term.text, term]))
  return [...byText.values()].slice(0, TERMS_MAX)
}
