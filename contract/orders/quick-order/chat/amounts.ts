import { CHINESE_NUMERAL_SIGNS, parseChineseNumber } from '#contract/platform/core/chinese-number.ts'

/** An amount as a person writes it: a number, which may be a fraction, and its unit; '' if there is none. 两箱 → 2 箱; 0.5吨 → 0.5 吨. */
export interface OrderAmount {
  number: number
  unit: string
}

/** Units of single pieces. A buyer says 个 or 只 for what a seller counts in 支. */
export const PIECE_UNITS = '支个只把件根颗粒片枚条块套台副付瓶顶张组卷'
/** Units of packs. What a pack holds differs by SKU. */
export const PACK_UNITS = '箱盒包袋托筒'
/** Units of containers in which liquids are sold. */
export const CONTAINER_UNITS = '桶壶罐'

/** Measures: the base unit, and how many of it one is. */
export const MEASURE_UNIT_FACTORS: Readonly<Record<string, { base: '公斤' | '升'; factor: number }>> = {
  公斤: { base: '公斤', factor: 1 },
  千克: { base: '公斤', factor: 1 },
  kg: { base: '公斤', factor: 1 },
  斤: { base: '公斤', factor: 0.5 },
  克: { base: '公斤', factor: 0.001 },
  g: { base: '公斤', factor: 0.001 },
  吨: { base: '公斤', factor: 1_000 },
  t: { base: '公斤', factor: 1_000 },
  升: { base: '升', factor: 1 },
  公升: { base: '升', factor: 1 },
  l: { base: '升', factor: 1 },
  毫升: { base: '升', factor: 0.001 },
  ml: { base: '升', factor: 0.001 },
  立方: { base: '升', factor: 1_000 },
  方: { base: '升', factor: 1_000 },
}

/** Units of a fixed number of pieces. */
export const PIECES_PER_GROUP_UNIT: Readonly<Record<string, number>> = { 对: 2, 双: 2, 打: 12 }
const GROUP_UNITS = Object.keys(PIECES_PER_GROUP_UNIT).join('')
const LATIN_PIECES = 'pcs|pc|ea|sets|set'

/** What follows the first digit of a number in both writings: 1百2十, 3千五. */
const MIXED_END = `[\\d${CHINESE_NUMERAL_SIGNS}]{0,8}`

/** A part of a regular expression: a number in digits, in Chinese numerals, or in both. */
export const NUMBER_PATTERN = `\\d{1,3}(?:,\\d{3})+|(?<![a-z0-9.-])[1-9]十${MIXED_END}|\\d{1,4}(?:\\.\\d{1,2})?[百千万]${MIXED_END}|\\d{1,9}(?:\\.\\d{1,3})?|(?:(?!千克)[${CHINESE_NUMERAL_SIGNS}]){1,9}|半`
/** A part of a regular expression: a unit. Longer units come first. */
export const UNIT_PATTERN = `公斤|千克|公升|毫升|立方|大桶|小桶|吨桶|[${PIECE_UNITS}${PACK_UNITS}${CONTAINER_UNITS}${GROUP_UNITS}]|斤|克|吨|升|方|(?:${LATIN_PIECES}|kg|ml|l)(?![a-z0-9])`

const AMOUNT = new RegExp(`^(${NUMBER_PATTERN})\\s*(${UNIT_PATTERN}|\\p{Script=Han}{1,2})?(半)?\\.?$`, 'u')

const TIMES: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1_000, 万: 10_000 }
const NUMERALS = '零一二三四五六七八九'

/** Reads a number in both writings: 1.5万, 2十, 1百2十. Undefined if a digit of several places stands within it. */
function parseMixedNumber(text: string): number | undefined {
  const [, digits, unit = ''] = /^(\d+(?:\.\d+)?)([十百千万])$/.exec(text) ?? []
  if (digits !== undefined) return Number((Number(digits) * (TIMES[unit] ?? 1)).toPrecision(9))
  return /\d\d|\./.test(text) ? undefined : parseChineseNumber(text.replace(/\d/g, (digit) => NUMERALS[Number(digit)] ?? ''))
}

/** Reads a number in digits or in Chinese numerals: '1,200' → 1200, '一百二' → 120; undefined: it is none. */
function parseAmountNumber(text: string): number | undefined {
  if (text === '半') return 0.5
  if (/^[\d,.]+$/.test(text)) return Number(text.replaceAll(',', ''))
  if (/^\d/.test(text)) return parseMixedNumber(text)
  // 两三支 is two or three, and 五六十 is no number.
  return /^[一二三四五六七八九两]{2}$/.test(text) ? undefined : parseChineseNumber(text)
}

/** Reads an amount: '20', '×２０', '1,000', '两箱', '0.5 吨'. Undefined for everything else; it never guesses. */
export function parseOrderAmount(text: string): OrderAmount | undefined {
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .trim()
    .replace(/^[x×*✕]\s*/, '')
  const [, digits = '', unit = '', half] = AMOUNT.exec(plain) ?? []
  const whole = parseAmountNumber(digits)
  const number = whole !== undefined && half !== undefined ? whole + 0.5 : whole
  return number === undefined || number <= 0 ? undefined : { number, unit: new RegExp(`^(?:${LATIN_PIECES})$`).test(unit) ? '个' : unit }
}
