import { findProposedGoodsPrices } from '#contract/orders/order-proposals/goods-to-propose.ts'
import { type OrderProposalState, orderProposalLifecycle } from '#contract/orders/order-proposals/order-proposal-lifecycle.ts'
import type { OrderProposal, OrderProposalLine } from '#contract/orders/order-proposals/shapes.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { type Fen, formatMoney } from '#contract/platform/core/money.ts'
import { parsePageNo } from '#storefront/platform/components/parse-page.ts'
import type { SearchParams } from '#storefront/platform/routing/types.ts'
import { formatMonthDay } from '#ui/format.ts'

/** The filter of the list. */
export interface ProposalFilter {
  state?: OrderProposalState
  pageNo: number
}

export const proposalStates = keysOf(orderProposalLifecycle.states)

/** Parses the filter from the address. Invalid values are ignored. */
export function parseProposalFilter({ state, page }: SearchParams): ProposalFilter {
  const known = proposalStates.find((one) => one === state)
  return known === undefined ? { pageNo: parsePageNo(page) } : { state: known, pageNo: parsePageNo(page) }
}

/** The colour of a state, beside its name. */
export const proposalStateColours: Record<OrderProposalState, string> = {
  SENT: 'text-copper',
  ACCEPTED: 'text-success',
  DECLINED: 'text-mute',
  WITHDRAWN: 'text-mute',
  EXPIRED: 'text-mute',
}

/** What a state means to the buyer. It differs from what it is called for staff. */
const labels: Record<OrderProposalState, string> = {
  SENT: '等您确认',
  ACCEPTED: '已下单',
  DECLINED: '您不需要',
  WITHDRAWN: '客服已撤回',
  EXPIRED: '已过期',
}
export const proposalStateLabel = (state: OrderProposalState): string => labels[state]

type NoteInput = Pick<OrderProposal, 'state' | 'validUntil' | 'preparedBy'> & { reason?: string }

/** Describes in a sentence where a proposal stands and what can be done next. */
export function proposalStatusNote({ state, validUntil, preparedBy, reason = '' }: NoteInput): string {
  switch (state) {
    case 'SENT':
      return `由 ${preparedBy} 代为准备，${formatMonthDay(validUntil)}（含）前可确认。未经您确认不会下单，价格以下单时为准`
    case 'ACCEPTED':
      return `由 ${preparedBy} 代为准备，您已确认下单`
    case 'DECLINED':
      return reason === '' ? '没有下单' : `没有下单：${reason}`
    case 'WITHDRAWN':
      return '没有下单，您无需处理'
    case 'EXPIRED':
      return `${formatMonthDay(validUntil)}前没有确认，已不能下单；如仍需要请联系客服`
  }
}

/** '现金价由 ¥100.00 涨到 ¥120.00': how a price in fen has changed since the proposal was sent; undefined: it has not. */
function describeChangedPrice(name: string, sent: Fen | null, now: Fen | null): string | undefined {
  if (sent === now) return undefined
  if (now === null) return `${name}已取消`
  if (sent === null) return `新增${name} ${formatMoney(now)}`
  return `${name}由 ${formatMoney(sent)} ${now > sent ? '涨' : '降'}到 ${formatMoney(now)}`
}

/** How the prices of a line have changed since it was sent; empty: they have not. */
export function listProposalPriceChanges(line: OrderProposalLine): string[] {
  const now = findProposedGoodsPrices(line)
  if (now === null) return []
  return [
    describeChangedPrice('现金价', line.sentSalePrice, now.sale),
    describeChangedPrice('赊销价', line.sentCreditPrice, now.credit),
  ].filter((text) => text !== undefined)
}

/** The address of the confirmation page for some lines. The address that staff have asked for is chosen there. */
export const toProposalCheckoutSearchParams = (
  { id, addressId }: Pick<OrderProposal, 'id' | 'addressId'>,
  lineNos: readonly number[],
): Record<string, string> => ({
  proposalId: id,
  lineNos: lineNos.join(','),
  ...(addressId === null ? {} : { addressId }),
})
