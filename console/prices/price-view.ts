import { formatYuan } from '../../contract/money.ts'
import type { Both, PriceRowResult } from '../../contract/pricing/console-shapes.ts'
import { refusals } from '../../contract/refusals.ts'
import { amountOf, readAmount } from '../kit/form/rule.ts'
import { type Column, moneyColumn } from '../kit/list/columns.tsx'
import type { Tone } from '../kit/tag.tsx'

/** What both prices were and are, one column each: a dash where there is none. */
export const moveColumns = <Row extends { was: Both | null; is: Both | null }>(): Column<Row>[] => [
  moneyColumn({ title: '原现金价', width: 96, of: ({ was }) => was?.salePrice ?? null }),
  moneyColumn({ title: '新现金价', width: 96, of: ({ is }) => is?.salePrice ?? null }),
  moneyColumn({ title: '原赊销价', width: 96, of: ({ was }) => was?.creditPrice ?? null }),
  moneyColumn({ title: '新赊销价', width: 96, of: ({ is }) => is?.creditPrice ?? null }),
]

export const resultTones: Record<PriceRowResult['result'], Tone> = {
  changed: 'good',
  added: 'good',
  removed: 'bad',
  same: 'over',
  refused: 'bad',
}

/** A price list whose name cannot be read, or that lies beyond those that are listed. */
export const OTHER_LIST = '所选价目表'

/** A price from a quantity on. */
export interface Tier extends Both {
  from: number
}

/** A tier as it is typed: amounts as text. */
export interface TypedTier {
  from?: number | null
  sale?: string
  /** Empty: none of its own. */
  credit?: string
}

export const typedTier = ({ from, salePrice, creditPrice }: Tier): TypedTier => ({
  ...{ from, sale: formatYuan(salePrice), credit: creditPrice === null ? '' : formatYuan(creditPrice) },
})

/** The tier of what its rules have let through. */
export const tierFrom = ({ from, sale = '', credit = '' }: TypedTier): Tier => ({
  ...{ from: from ?? 1, salePrice: amountOf(sale), creditPrice: credit.trim() === '' ? null : amountOf(credit) },
})

/** What the quantity of a tier is wrong by; undefined when nothing is. */
export function fromFault(tiers: readonly TypedTier[], at: number): string | undefined {
  const [before, from] = [tiers[at - 1]?.from, tiers[at]?.from]
  if (typeof from !== 'number') return '请输入数量'
  return typeof before === 'number' && from <= before ? `应大于上一级的 ${before}` : undefined
}

/** What the cash price of a tier is wrong by: more must cost less. */
export function saleFault(tiers: readonly TypedTier[], at: number): string | undefined {
  const [before, sale] = [tiers[at - 1]?.sale, tiers[at]?.sale].map((text) => readAmount(text ?? ''))
  return before !== undefined && sale !== undefined && sale >= before ? `应低于上一级的 ${formatYuan(before)}` : undefined
}

/** What the price on account of a tier is wrong by. */
export function creditFault({ sale = '', credit = '' }: TypedTier): string | undefined {
  const [cash, account] = [readAmount(sale), readAmount(credit)]
  return cash !== undefined && account !== undefined && account < cash ? refusals.CREDIT_BELOW_SALE.msg : undefined
}
