import * as z from 'zod/mini'

/**
 * Money is an integer number of fen (100 fen = 1 yuan), branded so that a plain number is not money. Every field with money ends in `Fen`
 * in code and `_fen` in the database. On the wire it is yuan.
 */
export const Fen = z.int().brand<'Fen'>()
export type Fen = z.output<typeof Fen>

/**
 * The largest amount, also for sums: 9,999,999,999,999.99 yuan. It is below what a number represents exactly, both as fen and as yuan with
 * two decimals. It is ten thousand times the limit of one amount (`INPUT_AMOUNT_MAX`), so sums of valid input never come near it.
 */
export const FEN_MAX = 999_999_999_999_999

/** Converts a number to money. Throws for a fraction or beyond the largest amount, because that is a defect and not a refusal. */
export function fen(amount: number): Fen {
  if (!Number.isSafeInteger(amount) || Math.abs(amount) > FEN_MAX) throw new RangeError(`not an amount of fen: ${amount}`)
  return amount as Fen
}

export const ZERO_FEN = fen(0)
/** The limit of a single amount in an input: 1,000,000,000.00 yuan, for example for a price, a bank line, a top-up or a limit. */
export const INPUT_AMOUNT_MAX = fen(100_000_000_000)
export const sum = (amounts: readonly Fen[]): Fen => fen(amounts.reduce((total, amount) => total + amount, 0))
export const subtractFen = (left: Fen, right: Fen): Fen => fen(left - right)
export const multiplyFen = (unit: Fen, quantity: number): Fen => fen(unit * quantity)
/** The price of a quantity for display. It is capped at `INPUT_AMOUNT_MAX`, because no order can be larger. */
export const multiplyFenCapped = (unit: Fen, quantity: number): Fen => fen(Math.min(unit * quantity, INPUT_AMOUNT_MAX))
export const negateFen = (amount: Fen): Fen => fen(0 - amount)
export const minFen = (left: Fen, right: Fen): Fen => (left < right ? left : right)
export const maxFen = (left: Fen, right: Fen): Fen => (left > right ? left : right)

/** A share in hundredths of a percent: 5 % = 500. */
export type BasisPoints = number

/** A share of an amount, half a fen rounded up. It uses only integers, so 33.33 % of an odd amount is exact. */
export function computeShareOfAmount(amount: Fen, basisPoints: BasisPoints): Fen {
  const scaled = BigInt(amount) * BigInt(basisPoints)
  const half = scaled >= 0n ? 5_000n : -5_000n
  return fen(Number((scaled + half) / 10_000n))
}

/** How much larger the right amount is than the left, in basis points, rounded half up: 38.50 → 40.40 is 494. */
export function computeIncreaseInBasisPoints(base: Fen, amount: Fen): BasisPoints {
  if (base <= 0) return 0
  return Math.floor(((amount - base) * 20_000 + base) / (2 * base))
}

/**
 * Splits `total` in proportion to `weights` by the largest remainder method: every part is the exact share rounded down, and the remaining
 * fen go to the largest remainders, on a tie to the earlier part. The parts always add up to `total`.
 */
export function splitProportionally(total: Fen, weights: readonly number[]): Fen[] {
  const whole = weights.reduce((left, right) => left + BigInt(right), 0n)
  if (total < 0 || whole <= 0n || weights.some((weight) => weight < 0))
    throw new RangeError('split: nothing below zero can be split, nor by weights of nothing')
  const exact = weights.map((weight) => BigInt(total) * BigInt(weight))
  const parts = exact.map((share) => share / whole)
  const left = Number(BigInt(total) - parts.reduce((sofar, part) => sofar + part, 0n))
  const byRemainder = exact.map((share, at) => ({ at, rest: share % whole })).sort((a, b) => Number(b.rest - a.rest) || a.at - b.at)
  for (const { at } of byRemainder.slice(0, left)) parts[at] = (parts[at] ?? 0n) + 1n
  return parts.map((part) => fen(Number(part)))
}

/**
 * Parses an amount that a person typed: only '12', '12.3' and '12.30', with at most 11 digits before the point. It uses no floating point.
 * The rule of the field limits it further.
 */
export function parseYuan(text: string): Fen | undefined {
  const match = /^(\d{1,11})(?:\.(\d{1,2}))?$/.exec(text.trim())
  if (!match) return undefined
  return fen(Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')))
}

/** '1234567' → '1,234,567': adds commas between the thousands of a whole number, which may have a minus sign. */
export function insertThousandsSeparators(whole: string): string {
  const sign = whole.startsWith('-') ? '-' : ''
  const digits = whole.slice(sign.length)
  const head = digits.slice(0, digits.length % 3)
  const groups = digits.slice(head.length).match(/\d{3}/g) ?? []
  return sign + [head, ...groups].filter((part) => part !== '').join(',')
}

/**
 * The format of an amount. `grouped`: with commas between the thousands. `decimals`: always both, both or none for whole yuan ('12.50',
 * '12'), or as few as a person would type ('12.5', '12').
 */
export interface YuanFormat {
  grouped?: boolean
  decimals?: 'both' | 'bothOrNone' | 'fewest'
}

const DROPPED = { both: /$^/, bothOrNone: /\.00$/, fewest: /\.00$|0$/ } as const

/** 123456 → '1234.56', for fields, files and protocols. Cuts the digits, never divides. */
export function formatYuan(amount: Fen, { grouped = false, decimals = 'both' }: YuanFormat = {}): string {
  const digits = String(Math.abs(amount)).padStart(3, '0')
  const whole = digits.slice(0, -2)
  const shown = grouped ? insertThousandsSeparators(whole) : whole
  return `${amount < 0 ? '-' : ''}${shown}${`.${digits.slice(-2)}`.replace(DROPPED[decimals], '')}`
}

/** What one unit costs in yuan with four decimals, of the fen of 100 units, which are not below zero: 95000 → '9.5000'. Cuts the digits. */
export function formatUnitCost(hundredFen: Fen, { grouped = false }: Pick<YuanFormat, 'grouped'> = {}): string {
  const digits = String(hundredFen).padStart(5, '0')
  const whole = digits.slice(0, -4)
  return `${grouped ? insertThousandsSeparators(whole) : whole}.${digits.slice(-4)}`
}

const addYuanSign = (yuan: string): string => `¥${yuan}`

/** What one unit costs, of the fen of 100 units, for screens: 340708 → '¥34.0708'. */
export const formatUnitCostAsMoney = (hundredFen: Fen): string => addYuanSign(formatUnitCost(hundredFen, { grouped: true }))

/** 365 → '3.65%': a rate with all its digits. */
export const formatRateAsExactPercent = (rate: BasisPoints): string => `${formatYuan(fen(rate))}%`

/** 123456 → '¥1,234.56', for screens, messages and documents. */
export const formatMoney = (amount: Fen, { grouped = true, decimals = 'both' }: YuanFormat = {}): string =>
  addYuanSign(formatYuan(amount, { grouped, decimals }))

/** An amount as a number of yuan, for the wire and for cells of workbooks: 3850 → 38.5. */
export const toYuan = (amount: Fen): number => amount / 100
/** 38.5 → 3850. A number of yuan that is not exact becomes the nearest fen. */
export const fromYuan = (yuan: number): Fen => fen(Math.round(yuan * 100))

/**
 * An amount on the wire: yuan with at most two decimals (38.5); fen in code (3850). The quotient of an integer by 100 is the nearest double
 * to the true amount, and JSON reads the same double back. So the conversion is exact in both directions below `FEN_MAX`.
 */
const wireYuan = z
  .number('金额格式不正确')
  .check(z.multipleOf(0.01, '金额最多两位小数'), z.maximum(toYuan(fen(FEN_MAX))), z.minimum(toYuan(fen(-FEN_MAX))))
const travelling = (wire: typeof wireYuan) => z.codec(wire, Fen, { decode: fromYuan, encode: (amount) => toYuan(amount as Fen) })

/** An amount in an output, including sums. Inputs must use one of the two types below; a test checks this. */
export const Yuan = travelling(wireYuan)
const tooMuch = (most: number) => `金额不能超过 ${most}`
/** An amount that a caller may name: above zero, and at most `INPUT_AMOUNT_MAX`. */
export const PositiveYuan = travelling(
  wireYuan.check(z.gt(0, '金额必须大于 0'), z.maximum(toYuan(INPUT_AMOUNT_MAX), tooMuch(toYuan(INPUT_AMOUNT_MAX)))),
)
/** An amount that a caller may name from zero up to a bound, in yuan; by itself up to `INPUT_AMOUNT_MAX`. */
export const YuanUpTo = (most: number = toYuan(INPUT_AMOUNT_MAX)) =>
  travelling(wireYuan.check(z.minimum(0, '金额不能小于 0'), z.maximum(most, tooMuch(most))))

/** The maximum amount of an order: 99,999,999.99 yuan. */
export const ORDER_AMOUNT_MAX = fen(9_999_999_999)
