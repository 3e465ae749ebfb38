import { CHINESE_NUMERAL_SIGNS, parseChineseNumber } from '#contract/platform/core/chinese-number.ts'

/** What a number measures; '': it does not say. `grade`: the number before 号 or #; `code`: digits within a word, such as 13 of YG13C. */
export type NumberUnit = '' | 'code' | 'mm' | 'degree' | 'litre' | 'kilogram' | 'ton' | 'shank' | 'grade' | 'pack'

/** A number with what it measures. Lengths are in millimetres, volumes in litres, weights in kilograms. */
export interface MeasuredNumber {
  value: number
  unit: NumberUnit
}

/** What a line says of an item, in parts that can be compared with a SKU. */
export interface LineTokens {
  /** All letters and digits, if the line has nothing else: it may be a part number. */
  whole: string | undefined
  /** Words with letters: part numbers, models. Squeezed. */
  codes: string[]
  /** Grades of carbide: yg13c. */
  grades: string[]
  /** Sizes of two or three numbers: 25×30. */
  sizes: number[][]
  numbers: MeasuredNumber[]
  /** Runs of Chinese. */
  runs: string[]
}

const UNITS: readonly (readonly [RegExp, NumberUnit, number])[] = [
  [/^(?:mm|毫米|头)$/, 'mm', 1],
  [/^(?:cm|厘米|公分)$/, 'mm', 10],
  [/^(?:柄|孔)$/, 'shank', 1],
  [/^(?:度|°)$/, 'degree', 1],
  [/^(?:升|公升|l)$/, 'litre', 1],
  [/^(?:毫升|ml)$/, 'litre', 0.001],
  [/^(?:公斤|千克|kg)$/, 'kilogram', 1],
  [/^(?:克|g)$/, 'kilogram', 0.001],
  [/^(?:吨|t)$/, 'ton', 1],
  [/^(?:号|#)$/, 'grade', 1],
]
const MEASURED =
  /(^|[^a-z0-9.])(-?\d{1,6}(?:\.\d{1,3})?)\s?(毫米|mm|厘米|公分|cm|头|柄|孔|度|°|毫升|ml|公升|升|l|公斤|千克|kg|吨|t|克|g|号|#)(?![a-z0-9])/g
const DIAMETER = /φ\s?(\d{1,4}(?:\.\d{1,2})?)/g
const PACK = /(\d{1,4})\s?[支个片颗粒只把件根条块套桶]\s?(?:一|装|\/|每)?\s?[箱盒包托]/g
const SIZE =
  /(?<![a-z0-9.-])φ?\s?(\d{1,4}(?:\.\d{1,2})?)\s?(?:mm)?\s?[x×*]\s?φ?(\d{1,5}(?:\.\d{1,2})?)(?:\s?[x×*]\s?(\d{1,5}(?:\.\d{1,2})?))?(?:\s?mm)?/g
const RANGE = /(?<![a-z0-9.-])(\d{1,3}(?:\.\d)?)\s?[-–~至到]\s?(\d{1,3}(?:\.\d)?)(?![a-z0-9.-])(?:\s?mm)?/g
const GRADE = /yg\s?-?(\d{1,2})\s?(c?)(?![a-z0-9])|(?<![a-z0-9.-])(\d{1,2})c(?![a-z0-9])/g
const NUMERALS_BEFORE_UNIT = new RegExp(`[${CHINESE_NUMERAL_SIGNS}]{1,6}(?=\\s?(?:号|#|柄|头|孔|度|升|公斤|吨|毫[米升]|千克|厘米|的))`, 'g')
/** Words that are no part of a name, within a run of Chinese. */
const EMPTY_WORDS = /的|要|用|来|型号|规格|尺寸|直径|送到|那种|这种/g

const toMeasured = (text: string, word: string): MeasuredNumber => {
  const [, unit, factor] = UNITS.find(([pattern]) => pattern.test(word)) ?? [/$/, '' as const, 1]
  return { value: Number((Number(text) * factor).toPrecision(9)), unit }
}

/** One width, lower case and digits, as SKUs and lines are compared. */
export const normaliseForTokens = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[⌀∅фø]/g, 'φ')
    .replace(/[‐‑‒–—−]/g, '-')
    .replace(/[✕✖]/g, '×')
    .replace(NUMERALS_BEFORE_UNIT, (run) => String(parseChineseNumber(run) ?? run))
    .replace(/(?:零下|负)\s?(\d)/g, '-$1')
    .replace(/\s+/g, ' ')
    .trim()

/** Lists the numbers of a text with what they measure; a number without a unit has ''. */
export function listMeasuredNumbers(given: string): MeasuredNumber[] {
  const numbers: MeasuredNumber[] = []
  const rest = normaliseForTokens(given).replace(MEASURED, (_, before: string, value: string, word: string) => {
    numbers.push(toMeasured(value, word))
    return `${before} `
  })
  for (const [text] of rest.matchAll(/(?<![a-z0-9.-])-?\d{1,9}(?:\.\d{1,6})?(?![a-z0-9])|\d{1,9}(?:\.\d{1,6})?/g)) {
    const at = rest.indexOf(text)
    numbers.push({ value: Number(text), unit: /[a-z]/.test(`${rest[at - 1] ?? ''}${rest[at + text.length] ?? ''}`) ? 'code' : '' })
  }
  return numbers
}

/** Reads the parts of a line. Each sign belongs to one part at most. */
export function parseChatLineTokens(given: string): LineTokens {
  const text = normaliseForTokens(given)
  const [grades, sizes, numbers]: [string[], number[][], MeasuredNumber[]] = [[], [], []]
  const rest = text
    .replace(GRADE, (_, number?: string, letter?: string, bare?: string) => {
      grades.push(number === undefined ? `yg${bare}c` : `yg${number}${letter}`)
      return ' '
    })
    .replace(/([a-z][a-z0-9-]{0,30}\d)\s?[x×*]\s?(\d)/g, '$1 $2')
    .replace(PACK, (_, value: string) => {
      numbers.push({ value: Number(value), unit: 'pack' })
      return ' '
    })
    .replace(SIZE, (_, ...parts: (string | undefined)[]) => {
      sizes.push(parts.slice(0, 3).flatMap((part) => (part === undefined ? [] : Number(part))))
      return ' '
    })
    .replace(RANGE, (_, from: string, to: string) => {
      sizes.push([Number(from), Number(to)])
      return ' '
    })
    .replace(DIAMETER, (_, value: string) => {
      numbers.push({ value: Number(value), unit: 'mm' })
      return ' '
    })
    .replace(MEASURED, (_, before: string, value: string, word: string) => {
      numbers.push(toMeasured(value, word))
      return `${before} `
    })
    .replace(/(?<![a-z0-9-])([a-z]{1,4}) (\d)/g, '$1$2')
  const words = rest.match(/[a-z0-9]+(?:[-./][a-z0-9]+)*/g) ?? []
  for (const word of words) if (/^\d+(?:\.\d+)?$/.test(word)) numbers.push({ value: Number(word), unit: '' })
  const codes = words.filter((word) => /[a-z]|^\d+-\d/.test(word)).map((word) => word.replace(/[^a-z0-9]/g, ''))
  const runs = (rest.replace(/不带|不含/g, '不附').match(/\p{Script=Han}+/gu) ?? []).flatMap((run) =>
    run.split(EMPTY_WORDS).filter(Boolean),
  )
  const bare = text.replace(/[^\p{L}\p{N}]/gu, '')
  // u47×19 and dz-48 42° describe; u47-19 is a part number.
  const isCode = /^[a-z0-9]{2,}$/.test(bare) && !/[×*°]|\dx\d/.test(text)
  return { whole: isCode ? bare : undefined, codes, grades, sizes, numbers, runs }
}
