import * as z from 'zod/mini'
import { TaxClass } from '#contract/catalog/goods/tax-class.ts'
import { defaultTaxRates, formatTaxRate, TaxRateOfCodePrefix } from '#contract/catalog/goods/tax-rates.ts'
import type { FieldChange } from '#contract/people/staff/field-changes.ts'
import { Day } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'

/** 收入确认时点: when goods that were ordered become revenue. */
export const revenueRecognitionPoints = { shipment: { label: '发货时' }, receipt: { label: '签收时' } } as const
export type RevenueRecognitionPoint = keyof typeof revenueRecognitionPoints

const TAX_RATES_MAX = 100

const fields = {
  /** The first day whose entries split revenue and tax. Documents of the days before keep one amount with tax. */
  from: Day,
  recogniseAt: z.enum(keysOf(revenueRecognitionPoints), '收入确认时点不正确'),
  /** Parcels that were sent before this day are recognised at the other point. */
  recogniseFrom: Day,
  rates: z.array(TaxRateOfCodePrefix).check(z.minLength(1, '请填写税率'), z.maxLength(TAX_RATES_MAX, `税率最多 ${TAX_RATES_MAX} 行`)),
  /** The class of freight. Its rate is that of its code, as are those of interest. */
  freight: TaxClass,
  /** The class of interest on late payment that is charged from `interestFrom` on, and that of before. */
  interest: TaxClass,
  interestFrom: Day,
  interestBefore: TaxClass,
}
const nameOf = ({ code, from }: TaxRateOfCodePrefix) => `${code === '' ? '其他' : `${code}…`} 自 ${from}`

/** 收入与税: when revenue is recognised, and its tax. */
export const RevenueAndTaxSettings = z.strictObject(fields).check(
  z.refine(({ rates }) => new Set(rates.map(nameOf)).size === rates.length, {
    message: '同一编码开头同一天只能有一个税率',
    path: ['rates'],
  }),
  z.refine(({ rates }) => rates.some(({ code }) => code === ''), { message: '请保留编码开头为空的一行，用于其他商品', path: ['rates'] }),
)
export type RevenueAndTaxSettings = z.output<typeof RevenueAndTaxSettings>

/** A mall that has no entries yet splits from its first day on. */
export const defaultRevenueAndTaxSettings: RevenueAndTaxSettings = {
  from: '2000-01-01',
  recogniseAt: 'shipment',
  recogniseFrom: '2000-01-01',
  rates: [...defaultTaxRates],
  freight: { taxCode: '3010102020100000000', taxName: '运输服务' },
  // Interest on late payment is a part of the price of the goods (价外费用), so it has their class (decision 410).
  interest: { taxCode: '1090201020000000000', taxName: '矿山专用设备' },
  interestFrom: '2000-01-01',
  interestBefore: { taxCode: '3060100000000000000', taxName: '金融服务' },
}

/** The class of interest that is charged on a day. */
export const findInterestTaxClass = ({ interest, interestFrom, interestBefore }: RevenueAndTaxSettings, day: string): TaxClass =>
  day >= interestFrom ? interest : interestBefore

/** At which point a parcel that is sent on a day is recognised. */
export const findRevenueRecognitionPointOfParcel = (
  { recogniseAt, recogniseFrom }: RevenueAndTaxSettings,
  sentDay: string,
): RevenueRecognitionPoint => (sentDay >= recogniseFrom ? recogniseAt : recogniseAt === 'shipment' ? 'receipt' : 'shipment')

const formatClass = ({ taxCode, taxName }: TaxClass) => `${taxName} ${taxCode}`

/** Returns what differs between two settings, rate by rate. */
export function listRevenueAndTaxSettingChanges(before: RevenueAndTaxSettings, after: RevenueAndTaxSettings): FieldChange[] {
  const rateIn = ({ rates }: RevenueAndTaxSettings, name: string) => {
    const rate = rates.find((one) => nameOf(one) === name)
    return rate ? formatTaxRate(rate.rateBp) : null
  }
  const names = [...new Set([...before.rates, ...after.rates].map(nameOf))].sort()
  const plain = (name: 'from' | 'recogniseFrom' | 'interestFrom', label: string) => ({ name, label, from: before[name], to: after[name] })
  const taxClass = (name: 'freight' | 'interest' | 'interestBefore', label: string) => ({
    name,
    label,
    from: formatClass(before[name]),
    to: formatClass(after[name]),
  })
  return [
    plain('from', '价税分离起始日'),
    {
      name: 'recogniseAt',
      label: '收入确认时点',
      from: revenueRecognitionPoints[before.recogniseAt].label,
      to: revenueRecognitionPoints[after.recogniseAt].label,
    },
    plain('recogniseFrom', '确认时点起始日'),
    ...names.map((name) => ({
      name: `rate ${name}`,
      label: `税率 ${name}`,
      from: rateIn(before, name),
      to: rateIn(after, name) ?? '删除',
    })),
    taxClass('freight', '运费税收分类'),
    taxClass('interest', '利息税收分类'),
    plain('interestFrom', '利息税收分类起始日'),
    taxClass('interestBefore', '此前利息税收分类'),
  ]
}
