// Quantities as people write them in chat.
import { isPick, millingTeeth, type Sku } from '#bench/search-lists/generator/catalog.ts'
import { toFullWidth } from '#bench/search-lists/generator/characters.ts'
import { getElementCyclically, type SeededRandom } from '#bench/search-lists/generator/choices.ts'

const DIGITS = '零一二三四五六七八九'
const PLACES = ['', '十', '百', '千']

/** Writes a number below 10,000 in Chinese: 1,050 is 一千零五十. Ten to nineteen begin with 十. */
function toChineseNumber(number: number): string {
  const digits = [...String(number)].map(Number)
  let written = ''
  for (const [at, digit] of digits.entries()) {
    if (digit === 0) continue
    const zero = at > 0 && digits[at - 1] === 0 ? DIGITS.charAt(0) : ''
    written += zero + DIGITS.charAt(digit) + (PLACES[digits.length - 1 - at] ?? '')
  }
  return digits.length === 2 && digits[0] === 1 ? written.slice(1) : written
}

/** Writes a count in Chinese: two of something are 两. */
export const formatChineseCount = (count: number): string => (count === 2 ? '两' : toChineseNumber(count))

/** Returns the measure words that people use for a SKU besides its own unit. */
function measureWordsOf({ unit, goods }: Sku): readonly string[] {
  if (unit === '支' && (isPick(goods) || millingTeeth.includes(goods))) return ['支', '只', '把', '个']
  if (unit === '支' && goods.leaf === '合金条系列') return ['支', '根', '条']
  if (unit === '个') return goods.top === '硬质合金' ? ['个', '颗', '粒'] : ['个', '只', '件']
  if (unit === '公斤') return ['公斤', 'kg', 'KG', '千克']
  return unit === '升' ? ['升', 'L', '公升'] : [unit]
}

/** Picks a quantity that the SKU is sold in and that buyers of it order. */
export function pickQuantity(random: SeededRandom, { unit, minimum, step, cashYuan }: Sku): number {
  if (unit === '套' || unit === '桶') return minimum * (1 + random.below(6))
  if (unit === '升') return minimum * random.pick([1, 2, 3, 5])
  if (step > 1) return minimum + step * random.below(6)
  if (cashYuan > 100) return random.pick([1, 2, 3, 4, 5, 6, 8, 10, 12, 20])
  return random.pick([5, 10, 20, 30, 50, 60, 80, 100, 120, 200, 300])
}

const SERIAL_NUMBERS = ['1.', '2、', '3）', '（4）', '⑤', '6．', '(7)', '8:']
const REMARKS = ['急用', '要快', '今天发', '先发', '谢谢', '有现货吗']

/** The ways of writing a quantity behind or before what is ordered; `word` is a measure word of the SKU. */
const writers = {
  plain: (random, text, count, word) =>
    random.pick([
      `${text} ${count}${word}`,
      `${text}，${count}${word}`,
      `${text}  ${count} ${word}`,
      `${text}要${count}${word}`,
      `${text} 来${count}${word}`,
    ]),
  sign: (random, text, count, word) =>
    random.pick([
      `${text} *${count}`,
      `${text} ×${count}`,
      `${text}：${count}`,
      `${text} x ${count}`,
      `${text}---${count}${word}`,
      `${text} 数量${count}`,
      `${text} = ${count}`,
    ]),
  chinese: (_, text, count, word, unit) => `${text} ${formatChineseCount(count)}${['公斤', '升'].includes(unit) ? unit : word}`,
  first: (random, text, count, word) => random.pick([`${count}${word} ${text}`, `来${count}${word}${text}`, `要${count}${word} ${text}`]),
  comma: (_, text, count, word) => `${text} ${count.toLocaleString('en-US')}${word}`,
  wide: (_, text, count, _word, unit) => `${toFullWidth(text)} ${toFullWidth(String(count))}${unit}`,
  serial: (random, text, count, word) => `${random.pick(SERIAL_NUMBERS)}${random.pick(['', ' '])}${text} ${count}${word}`,
  urgent: (random, text, count, word) => `${text} ${count}${word} ${random.pick(REMARKS)}`,
} satisfies Record<string, (random: SeededRandom, text: string, count: number, word: string, unit: string) => string>

export type QuantityStyle = keyof typeof writers

/** Writes what is ordered of a SKU with its quantity. */
export function writeQuantity(
  random: SeededRandom,
  style: QuantityStyle,
  { text, count, sku }: { text: string; count: number; sku: Sku },
): string {
  const word = random.pick(measureWordsOf(sku))
  return writers[style](random, text, count, word, sku.unit)
}

const COMMON_STYLES = ['plain', 'sign', 'urgent', 'plain', 'first'] as const
export const getCommonQuantityStyle = (at: number): QuantityStyle => getElementCyclically(COMMON_STYLES, at)
