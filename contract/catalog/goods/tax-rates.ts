import * as z from 'zod/mini'
import { Day } from '#contract/platform/core/fields.ts'
import type { BasisPoints } from '#contract/platform/core/money.ts'

/** 增值税税率: 13 / 9 / 6 % by goods and services, 3 % 简易计税, 0 % 零税率 and what is free of tax, in hundredths of a percent. */
export const vatRatesBp = [1_300, 900, 600, 300, 0] as const

/** '13%' */
export const formatTaxRate = (rateBp: BasisPoints): string => `${rateBp / 100}%`

/** The rate of the classes whose code begins with `code`, from a day on. An empty code means all classes, and goods without one. */
export const TaxRateOfCodePrefix = z.strictObject({
  code: z.string('请输入税收分类编码开头').check(z.regex(/^\d{0,19}$/, '编码开头为 0-19 位数字')),
  from: Day,
  rateBp: z.union(
    vatRatesBp.map((rate) => z.literal(rate)),
    '税率为 13%、9%、6%、3% 或 0%',
  ),
})
export type TaxRateOfCodePrefix = z.output<typeof TaxRateOfCodePrefix>

/** The rates since 2019-04-01 (财政部 税务总局 海关总署公告 2019 年第 39 号): goods 13 %, farm goods and transport 9 %, other services 6 %. */
const SINCE = '2019-04-01'
export const defaultTaxRates: readonly TaxRateOfCodePrefix[] = [
  { code: '', from: SINCE, rateBp: 1_300 },
  { code: '101', from: SINCE, rateBp: 900 },
  { code: '3', from: SINCE, rateBp: 600 },
  { code: '301', from: SINCE, rateBp: 900 },
  { code: '4', from: SINCE, rateBp: 600 },
  { code: '5', from: SINCE, rateBp: 900 },
]

/** The longest code that a class begins with says its rate; of several days the last one that has come. null: goods without a class. */
export function findTaxRateOfCodeOnDay(rates: readonly TaxRateOfCodePrefix[], taxCode: string | null, day: string): BasisPoints {
  const matching = rates.filter(({ code, from }) => (taxCode ?? '').startsWith(code) && from <= day)
  const [best] = matching.toSorted((one, other) => other.code.length - one.code.length || (one.from < other.from ? 1 : -1))
  return best?.rateBp ?? vatRatesBp[0]
}
