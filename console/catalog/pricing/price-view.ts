import { parseAmount, parseAmountOrThrow } from '#console/platform/components/forms/rule.ts'
import { type Column, moneyColumn } from '#console/platform/components/list/columns.tsx'
import type { TagTone } from '#console/platform/components/tag.tsx'
import type { PriceConfirmationRefusalDetail, PriceFileRowResult, SaleAndCreditPrice } from '#contract/catalog/pricing/console-shapes.ts'
import { formatYuan } from '#contract/platform/core/money.ts'
import { refusals } from '#contract/platform/core/refusals.ts'
import { formatCount } from '#ui/format.ts'

/** Describes both prices before and after a change, one column each; a dash if there is none. */
export const priceChangeColumns = <Row extends { was: SaleAndCreditPrice | null; is: SaleAndCreditPrice | null }>(): Column<Row>[] => [
  moneyColumn({ title: '原现金价', width: 96, value: ({ was }) => was?.salePrice ?? null }),
  moneyColumn({ title: '新现金价', width: 96, value: ({ is }) => is?.salePrice ?? null }),
  moneyColumn({ title: '原赊销价', width: 96, value: ({ was }) => was?.creditPrice ?? null }),
  moneyColumn({ title: '新赊销价', width: 96, value: ({ is }) => is?.creditPrice ?? null }),
]

export const priceRowResultTones: Record<PriceFileRowResult['result'], TagTone> = {
  changed: 'good',
  added: 'good',
  removed: 'bad',
  same: 'over',
  refused: 'bad',
}

/** Names a price list that the person may not see, or that is not on the loaded page. */
export const UNKNOWN_PRICE_LIST_NAME = '所选价目表'

/** A price from a quantity on. */
export interface PriceTier extends SaleAndCreditPrice {
  from: number
}

/** The form values of a tier: amounts as text. */
export interface PriceTierFormValues {
  from?: number | null
  sale?: string
  /** Empty: no price of its own. */
  credit?: string
}

export const toPriceTierFormValues = ({ from, salePrice, creditPrice }: PriceTier): PriceTierFormValues => ({
  from,
  sale: formatYuan(salePrice),
  credit: creditPrice === null ? '' : formatYuan(creditPrice),
})

/** Returns the tier for form values that have passed the rules. */
export const toPriceTier = ({ from, sale = '', credit = '' }: PriceTierFormValues): PriceTier => ({
  from: from ?? 1,
  salePrice: parseAmountOrThrow(sale),
  creditPrice: credit.trim() === '' ? null : parseAmountOrThrow(credit),
})

/** Returns what is wrong with the quantity of a tier; undefined: nothing. */
export function tierQuantityError(tiers: readonly PriceTierFormValues[], at: number): string | undefined {
  const [before, from] = [tiers[at - 1]?.from, tiers[at]?.from]
  if (typeof from !== 'number') return '请输入数量'
  return typeof before === 'number' && from <= before ? `应大于上一级的 ${before}` : undefined
}

/** Returns what is wrong with the cash price of a tier. A larger quantity must be cheaper. */
export function tierSalePriceError(tiers: readonly PriceTierFormValues[], at: number): string | undefined {
  const [before, sale] = [tiers[at - 1]?.sale, tiers[at]?.sale].map((text) => parseAmount(text ?? ''))
  return before !== undefined && sale !== undefined && sale >= before ? `应低于上一级的 ${formatYuan(before)}` : undefined
}

/** Returns what is wrong with the credit price of a tier. */
export function tierCreditPriceError({ sale = '', credit = '' }: PriceTierFormValues): string | undefined {
  const [cash, account] = [parseAmount(sale), parseAmount(credit)]
  return cash !== undefined && account !== undefined && account < cash ? refusals.CREDIT_BELOW_SALE.msg : undefined
}

/** The question before a price change above the threshold in the settings, or a price below its cost. */
export const formatUnusualPriceQuestion = ({
  changes: [first],
  count: all,
  percentMax,
  belowCost,
}: PriceConfirmationRefusalDetail): string =>
  !first
    ? `${formatCount(belowCost.length)} 处现金价低于成本，确认改价？`
    : all === 1
      ? `改价幅度 ${first.percent > 0 ? '+' : ''}${formatCount(first.percent)}%，确认改价？`
      : `${formatCount(all)} 处改价幅度超过 ${percentMax}%，确认改价？`
