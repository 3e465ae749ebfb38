import {
  CHINESE_RUN_PATTERN,
  listAdjacentCharacterPairs,
  listPinyinSuffixes,
  normaliseSearchText,
  splitCodeIntoSuffixes,
  stripPartNumberToLettersAndDigits,
} from '#server/catalog/goods/search-tokens.ts'
import { unifyLookalikeCharacters } from './read-keyword.ts'

/** Where goods have a word: in their name, in their spec, categories and part numbers, or anywhere else. It is the first sign of a lexeme. */
export const LEXEME_FIELD_SIGNS = { name: '=', kind: '+', other: '-' } as const
/**
 * What a lexeme is, if it is not the word itself: the sound of two characters, a code with one sign for all that look alike, a class of a
 * range, the size of a shank or of its bore, a grade (2#), two sizes that stand together (35 × 52).
 */
export const LEXEME_FORM_SIGNS = { sound: '~', lookalike: '^', range: '>', shank: '@', grade: '#', size: '*' } as const

/** How goods say the size of a shank or of its bore: 柄径 25, 孔径 38, 配 38 柄. */
const SHANK = /[柄孔]径 ?(\d{1,3}(?:\.\d)?)|(\d{1,3}(?:\.\d)?) ?(?:mm)? ?柄/g
const GRADE = /(?<![a-z0-9])(-?\d{1,4})#/g
const SIZES = /(\d{1,4}(?:\.\d{1,2})?) ?[x×*] ?(?=(\d{1,4}(?:\.\d{1,2})?))/g

const listMeasures = (text: string): string[] => [
  ...[...text.matchAll(SHANK)].map(([, named, counted]) => `${LEXEME_FORM_SIGNS.shank}${named ?? counted}`),
  ...[...text.matchAll(GRADE)].map(([, grade]) => `${LEXEME_FORM_SIGNS.grade}${grade}`),
  ...[...text.matchAll(SIZES)].map(([, one, other]) => `${LEXEME_FORM_SIGNS.size}${one}x${other}`),
]

/** The form of how a pair of characters sounds. The same for traditional characters and for most wrong ones. */
export const toSoundLexeme = (pair: string): string => `${LEXEME_FORM_SIGNS.sound}${listPinyinSuffixes(pair)[0] ?? ''}`

/** The width of a class of machine sizes: EBZ132 and EBZ135 are both in class 13 of EBZ. */
const RANGE_CLASS = 10
/** The class of a size, with the letters of its series: ebz 132 → ebz13. */
export const toSizeRangeClass = (series: string, size: number): string => `${series}${Math.floor(size / RANGE_CLASS)}`
/** 以上 ends at this multiple of the lower bound. */
const OPEN_RANGE = 3
/** A wider range says nothing. */
const CLASSES_MAX = 200
const RANGE = /([a-z]{2,8}) ?(\d{2,4}) ?(?:(?:[–~-]|至|到) ?([a-z]{0,8})(\d{2,4})|以上)/g

/** The class of a diameter of a drill or bore, in millimetres: 2800 → mm28. */
export const toDiameterRangeClass = (diameter: number): string => `mm${Math.floor(diameter / DIAMETER_CLASS)}`
const DIAMETER_CLASS = 100
const DIAMETERS = /φ ?(\d{3,4}) ?[–~-] ?φ?(\d{3,4}) ?mm/g

const listDiameterClasses = (text: string): string[] =>
  [...text.matchAll(DIAMETERS)].flatMap(([, from, to]) => {
    const count = Math.max(0, Math.floor(Number(to) / DIAMETER_CLASS) - Math.floor(Number(from) / DIAMETER_CLASS) + 1)
    return Array.from({ length: count }, (_, at) => toDiameterRangeClass(Number(from) + at * DIAMETER_CLASS))
  })

function listRangeClasses(text: string): string[] {
  return [...text.matchAll(RANGE)].flatMap(([, series = '', from = '', repeated = '', to]) => {
    if (repeated !== '' && repeated !== series) return []
    const end = to === undefined ? Number(from) * OPEN_RANGE : Number(to)
    const count = Math.max(0, Math.floor(end / RANGE_CLASS) - Math.floor(Number(from) / RANGE_CLASS) + 1)
    return Array.from({ length: Math.min(count, CLASSES_MAX) }, (_, at) => toSizeRangeClass(series, Number(from) + at * RANGE_CLASS))
  })
}

const isCode = (word: string): boolean => /[a-z]/.test(word) && /\d/.test(word)

/** A code and its suffixes, each also with one sign for all that look alike. */
const listCodeForms = (code: string): string[] =>
  splitCodeIntoSuffixes(code).flatMap((suffix) => [suffix, `${LEXEME_FORM_SIGNS.lookalike}${unifyLookalikeCharacters(suffix)}`])

/** The words and forms of a text. */
function listForms(given: string): string[] {
  const text = normaliseSearchText(given)
  const runs = text.match(CHINESE_RUN_PATTERN) ?? []
  const words = text.match(/[a-z0-9]+(?:[-./][a-z0-9]+)*/g) ?? []
  return [
    ...runs.flatMap((run) => [...run]),
    ...runs.flatMap(listAdjacentCharacterPairs).flatMap((pair) => [pair, toSoundLexeme(pair)]),
    ...runs.flatMap(listPinyinSuffixes).map((sound) => `${LEXEME_FORM_SIGNS.sound}${sound}`),
    ...(text.match(/\d+(?:\.\d+)?/g) ?? []),
    // 1.2 is one number, and neither 12 nor 2.
    ...words
      .filter((word) => !/^\d+\.\d+$/.test(word))
      .flatMap((word) => [stripPartNumberToLettersAndDigits(word), ...(word.match(/[a-z0-9]+/g) ?? [])]),
    ...words.filter((word) => isCode(word)).flatMap(listCodeForms),
    ...listMeasures(text),
    ...[...listRangeClasses(text), ...listDiameterClasses(text)].map((name) => `${LEXEME_FORM_SIGNS.range}${name}`),
  ]
}

/** The texts of goods by the weight that a search gives them. */
export interface GoodsSearchTexts {
  name: string
  /** Spec and categories. */
  kinds: readonly string[]
  codes: readonly string[]
  /** Parameters, brand, machine models, values of SKUs. */
  others: readonly string[]
}

/** Lists the lexemes by which the search ranks goods: forms of their words with the field where they stand. */
export function listLexemesForRanking({ name, kinds, codes, others }: GoodsSearchTexts): string[] {
  const tagged = (field: string, forms: readonly string[]) => forms.map((form) => field + form)
  return [
    ...tagged(LEXEME_FIELD_SIGNS.name, listForms(name)),
    ...tagged(LEXEME_FIELD_SIGNS.kind, [...kinds.flatMap(listForms), ...codes.flatMap(listCodeForms)]),
    ...tagged(LEXEME_FIELD_SIGNS.other, others.flatMap(listForms)),
  ]
}
