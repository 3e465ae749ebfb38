import { CHINESE_RUN_PATTERN, listAdjacentCharacterPairs, stripPartNumberToLettersAndDigits } from '#server/catalog/goods/search-tokens.ts'
import { LEXEME_FORM_SIGNS, toDiameterRangeClass, toSizeRangeClass, toSoundLexeme } from './index-lexemes.ts'
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
  /** `rest`: a character of a pair that no goods have. */
  kind: 'pair' | 'character' | 'rest' | 'number' | 'code' | 'part'
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

/** After the name of a machine a new word begins: 铣刨机 刀头. The pair 机刀 would find 平地机刀板. Not so in 机头链轮, 柴油机油 and 机械. */
const AFTER_MACHINE = /(?<=\p{Script=Han}机)(?=\p{Script=Han}{2})(?![油械型床器房具])/u

const toCharacterTerm = (character: string): KeywordTerm => ({ text: character, kind: 'character', forms: [whole(character, 1)] })

function listChineseTerms(run: string): KeywordTerm[] {
  if ([...run].length === 1) return [toCharacterTerm(run)]
  return run.split(AFTER_MACHINE).flatMap((word): KeywordTerm[] =>
    [...word].length === 1
      ? [toCharacterTerm(word)]
      : listAdjacentCharacterPairs(word).map((pair) => ({
          text: pair,
          kind: 'pair',
          forms: [whole(pair, 1), whole(toSoundLexeme(pair), SOUND_CERTAINTY)],
        })),
  )
}

/** The characters of a pair, for a pair that no goods have: 撬棍 may be 撬棒, and 镐座 is a 座. */
export const listCharacterTermsOfPair = ({ text, kind }: KeywordTerm): KeywordTerm[] =>
  kind === 'pair' ? [...text].map((character) => ({ ...toCharacterTerm(character), kind: 'rest' })) : []

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

/** A number, and the class of diameters that it is in: drills of Φ2000–3000 are found by 2 米 8. */
const listNumberForms = (number: string): TermForm[] => [
  whole(number, 1),
  ...(/^\d{3,4}$/.test(number) ? [whole(`${LEXEME_FORM_SIGNS.range}${toDiameterRangeClass(Number(number))}`, RANGE_CERTAINTY)] : []),
]

/** A word of letters and digits, and its parts as less certain terms. */
function listLatinTerms(word: string): KeywordTerm[] {
  if (/^\d+(?:\.\d+)?$/.test(word)) return [{ text: word, kind: 'number', forms: listNumberForms(word) }]
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

/** The number alone of what is a shank or a grade. */
const MEASURE_AS_NUMBER_CERTAINTY = 0.6
/** A buyer names the size of a shank alike for a pick and for its seat: 38柄, 38孔. */
const SHANK = /(\d{1,3}(?:\.\d)?) ?(?:柄|孔(?!径))/g

/** For matching all words: a seat has the size, but not the word 柄. */
export const writeShanksAsNumbers = (text: string): string => text.replace(SHANK, '$1 ')

const GRADE = /(?<![a-z0-9])(-?\d{1,4})#/g

const toMeasureTerm = (text: string, sign: string, number: string): KeywordTerm => ({
  text,
  kind: 'number',
  forms: [whole(`${sign}${number}`, 1), whole(number.replace('-', ''), MEASURE_AS_NUMBER_CERTAINTY)],
})

/** Two sizes that stand together say more than each: 35×52. */
const listSizeTerms = (text: string): KeywordTerm[] =>
  [...text.matchAll(/(?<![a-z0-9.-])(\d{1,4}(?:\.\d{1,2})?) (?=(\d{1,4}(?:\.\d{1,2})?)(?![a-z0-9.#-]))/g)].map(([, one, other]) => ({
    text: `${one}×${other}`,
    kind: 'part',
    forms: [whole(`${LEXEME_FORM_SIGNS.size}${one}x${other}`, 1)],
  }))

/** The terms of a keyword, in its order, without words of a question. */
export function listKeywordTerms(keyword: string): KeywordTerm[] {
  const given = normaliseKeywordAsInCatalog(keyword)
  const rest = given.replace(SHANK, ' ').replace(GRADE, ' ')
  const terms = [
    ...[...given.matchAll(SHANK)].map(([, size = '']) => toMeasureTerm(`${size}柄`, LEXEME_FORM_SIGNS.shank, size)),
    ...[...given.matchAll(GRADE)].map(([text, grade = '']) => toMeasureTerm(text, LEXEME_FORM_SIGNS.grade, grade)),
    ...listSizeTerms(given),
    ...(rest.match(CHINESE_RUN_PATTERN) ?? []).flatMap(listChineseTerms),
    ...(rest.replace(PARTED, '$1$2').match(WORD) ?? []).flatMap(listLatinTerms),
  ]
  const byText = new Map(terms.map((term) => [term.text, term]))
  return [...byText.values()].slice(0, TERMS_MAX)
}
