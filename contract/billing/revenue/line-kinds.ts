import { formatTaxRate, vatRatesBp } from '#contract/catalog/goods/tax-rates.ts'
import { type TransferKind, transferKinds } from '#contract/money/ledger/transfer-kinds.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'

/** What a line of revenue is about. */
export const revenueLineGroups = {
  goods: { label: '商品' },
  freight: { label: '运费' },
  back: { label: '退款与调整' },
  interest: { label: '逾期利息' },
} as const
export type RevenueLineGroup = keyof typeof revenueLineGroups

/** The kind of the line that a delivery makes. All other kinds are those of the transfers that the lines split. */
export const RECOGNISE_KIND = 'recognise'

const kindsWith = (matches: (kind: TransferKind) => boolean): TransferKind[] => keysOf(transferKinds).filter(matches)

/** The kinds of transfers of interest. */
export const interestRevenueKinds = kindsWith((kind) => {
  const { from, to } = transferKinds[kind]
  return from === 'interestIncome' || to === 'interestIncome'
})
/** The kinds of transfers that take revenue back. */
export const reducingRevenueKinds = kindsWith((kind) => transferKinds[kind].from === 'sales')

/** The group of a line. `lineNo` 0 of an order is its freight. */
export function findRevenueLineGroup({
  kind,
  orderId,
  lineNo,
}: {
  kind: string
  orderId: string | null
  lineNo: number
}): RevenueLineGroup {
  if (interestRevenueKinds.some((one) => one === kind)) return 'interest'
  if (reducingRevenueKinds.some((one) => one === kind)) return 'back'
  return orderId !== null && lineNo === 0 ? 'freight' : 'goods'
}

/** The name of what a document did to revenue. */
export const formatRevenueLineKind = (kind: string): string =>
  kind === RECOGNISE_KIND ? '确认收入' : kind in transferKinds ? transferKinds[kind as TransferKind].label : kind

/** The rates of lines, by their hundredths of a percent. Lines without a rate are of before the split, or take back what is. */
export const revenueLineRates = Object.fromEntries([
  ...vatRatesBp.map((rateBp) => [String(rateBp), { label: formatTaxRate(rateBp) }] as const),
  ['none', { label: '不分税' }] as const,
]) as Record<`${(typeof vatRatesBp)[number]}` | 'none', { label: string }>
