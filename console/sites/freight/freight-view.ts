import { parseAmountOrThrow } from '#console/platform/components/forms/rule.ts'
import { type Fen, formatMoney, formatYuan } from '#contract/platform/core/money.ts'
import type { FreightRow } from '#contract/sites/freight/freight.ts'

const GRAMS_A_KILOGRAM = 1_000

/** The form values of a row: weights in kilograms, amounts as text. */
export interface FreightRowFormValues {
  /** Undefined in the default row, which has no field for it. */
  provinces?: string[]
  delivered: boolean
  firstKilograms: number | null
  first: string
  nextKilograms: number | null
  next: string
  /** Empty: never free. */
  freeFrom: string
}

const text = (amount: Fen | null) => (amount === null ? '' : formatYuan(amount))

export const toFreightRowFormValues = (row: FreightRow): FreightRowFormValues => ({
  provinces: [...row.provinces],
  delivered: row.delivered,
  firstKilograms: row.firstGrams / GRAMS_A_KILOGRAM,
  first: text(row.firstFen),
  nextKilograms: row.nextGrams / GRAMS_A_KILOGRAM,
  next: text(row.nextFen),
  freeFrom: text(row.freeFromFen),
})

/** The initial values of a new row: the default terms, without provinces. */
export const createFreightRowFormValues = (common: FreightRowFormValues | undefined): FreightRowFormValues => ({
  ...(common ?? { delivered: true, firstKilograms: 1, first: '', nextKilograms: 1, next: '', freeFrom: '' }),
  provinces: [],
})

const grams = (kilograms: number | null) => Math.round((kilograms ?? 0) * GRAMS_A_KILOGRAM)

export const toFreightRow = ({
  provinces = [],
  delivered,
  firstKilograms,
  first,
  nextKilograms,
  next,
  freeFrom,
}: FreightRowFormValues) => ({
  provinces,
  delivered,
  firstGrams: grams(firstKilograms),
  firstFen: parseAmountOrThrow(first),
  nextGrams: grams(nextKilograms),
  nextFen: parseAmountOrThrow(next),
  freeFromFen: freeFrom.trim() === '' ? null : parseAmountOrThrow(freeFrom),
})

/** Returns what is wrong with the provinces of a row; undefined: nothing. */
export function freightRowProvincesError(rows: readonly Pick<FreightRowFormValues, 'provinces'>[], at: number): string | undefined {
  const own = rows[at]?.provinces ?? []
  if (own.length === 0) return '请选择省份'
  const twice = own.some((code) => rows.some(({ provinces }, other) => other !== at && provinces?.includes(code)))
  return twice ? '有省份已在其他行中' : undefined
}

const kilograms = (weight: number) => `${weight / GRAMS_A_KILOGRAM} 公斤`

/** Describes the terms of a row in a sentence. */
export function formatFreightTerms({ delivered, firstGrams, firstFen, nextGrams, nextFen, freeFromFen }: FreightRow): string {
  if (!delivered) return '不配送'
  const flat = nextFen === 0
  const fee = flat
    ? `每单 ${formatMoney(firstFen)}`
    : `${kilograms(firstGrams)}内 ${formatMoney(firstFen)}，每增加 ${kilograms(nextGrams)} ${formatMoney(nextFen)}`
  return freeFromFen === null ? fee : `${fee}；满 ${formatMoney(freeFromFen)} 包邮`
}

/** Names the provinces of a row. */
export const formatFreightRowProvinces = ({ provinces }: Pick<FreightRow, 'provinces'>, names: ReadonlyMap<string, string>): string =>
  provinces.length === 0 ? '默认（其余地区）' : provinces.map((code) => names.get(code) ?? code).join('、')
