import { isOrderableQuantity } from '#contract/catalog/pricing/quantity.ts'
import { sumSaleAndCreditAmounts } from '#contract/catalog/pricing/visible-price-steps.ts'
import { type QuotationState, quotationLifecycle } from '#contract/orders/quotations/quotation-lifecycle.ts'
import type { QuotationDetail, QuotationLine, QuotationOffer, QuotationRow } from '#contract/orders/quotations/shapes.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { type Fen, multiplyFenCapped, ZERO_FEN } from '#contract/platform/core/money.ts'
import { parsePageNo } from '#storefront/platform/components/parse-page.ts'
import type { SearchParams } from '#storefront/platform/routing/types.ts'
import { formatFullDay, formatMonthDay } from '#ui/format.ts'

/** The filter of the list. */
export interface QuotationFilter {
  state?: QuotationState
  keyword?: string
  pageNo: number
}

const isState = (text: string | undefined): text is QuotationState => text !== undefined && Object.hasOwn(quotationLifecycle.states, text)

/** Parses the filter from the address. Invalid values are ignored. */
export function parseQuotationFilter({ state, keyword, page }: SearchParams): QuotationFilter {
  const text = [...(keyword ?? '').trim()].slice(0, 50).join('')
  return {
    ...(isState(state) ? { state } : {}),
    ...(text === '' ? {} : { keyword: text }),
    pageNo: parsePageNo(page),
  }
}

export const quotationStates = keysOf(quotationLifecycle.states)
export const quotationStateLabel = (state: QuotationState): string => quotationLifecycle.states[state].label

/** The colour of a state, beside its name. */
export const quotationStateColours: Record<QuotationState, string> = {
  REQUESTED: 'text-gold',
  QUOTED: 'text-copper',
  ACCEPTED: 'text-success',
  EXPIRED: 'text-mute',
  WITHDRAWN: 'text-mute',
  REFUSED: 'text-danger',
  DECLINED: 'text-mute',
}

type NoteInput = Pick<QuotationRow, 'state' | 'validUntil' | 'version' | keyof Quoted> & { reason?: string }

/** Describes in a sentence where a request stands and what can be done next. */
export function quotationStatusNote({ state, validUntil, version, reason = '', ...quoted }: NoteInput): string {
  const because = reason === '' ? '' : `：${reason}`
  const last = validUntil === null ? '' : formatMonthDay(validUntil)
  switch (state) {
    case 'REQUESTED':
      return version === 0 ? '客服正在核价，报价后会通知您' : '已请求重新报价，客服正在核价'
    case 'QUOTED':
      return quotedNote(quoted)
    case 'ACCEPTED':
      return `已按报价下单 ${quoted.orderedCount} 种`
    case 'EXPIRED':
      return `报价已于 ${last}到期，可请求重新报价`
    case 'REFUSED':
      return `客服不予报价${because}`
    case 'DECLINED':
      return `您已谢绝报价${because}`
    case 'WITHDRAWN':
      return `您已撤回询价${because}`
  }
}

type Quoted = Pick<QuotationRow, 'offeredCount' | 'orderedCount' | 'endedCount' | 'soonestLastDay' | 'latestLastDay'>

function quotedNote({ offeredCount, orderedCount, endedCount, soonestLastDay, latestLastDay }: Quoted): string {
  const settled = orderedCount + endedCount
  const parts = [
    ...(orderedCount > 0 ? [`已下单 ${orderedCount} 种`] : []),
    ...(endedCount > 0 ? [`${endedCount} 种报价已到期，可请求重新报价`] : []),
  ].join('，')
  if (soonestLastDay === null || latestLastDay === null) return parts
  const soonest = soonestLastDay < latestLastDay ? `，最早的 ${formatMonthDay(soonestLastDay)}到期` : ''
  const open = `${offeredCount - settled} 种${settled > 0 ? ' ' : '，'}${formatMonthDay(latestLastDay)}（含）前可按报价下单${soonest}`
  return settled > 0 ? `${parts}，其余 ${open}` : `报价 ${open}`
}

/** Returns why an offered line cannot be ordered now; undefined: it can, or nothing is offered. */
export function quotationLineFault({
  offer,
  offeredSku,
  goodsNum,
  ended,
}: Pick<QuotationLine, 'offer' | 'offeredSku' | 'goodsNum' | 'ended'>): string | undefined {
  if (offer?.outcome !== 'OFFERED') return undefined
  if (ended) return `报价已于 ${formatMonthDay(offer.validUntil ?? '')}到期`
  if (offeredSku === null || !offeredSku.onShelf) return '商品已下架'
  if (offeredSku.shopPaused) return '店铺暂停营业'
  if (!isOrderableQuantity(goodsNum, offeredSku)) return '数量不符合起订量或倍数，请留言说明'
  return offeredSku.stock < goodsNum ? `现货 ${offeredSku.stock} ${offeredSku.unit}，不足` : undefined
}

/** Whether a line has a price that still holds, and no order has bought it. */
export const isQuotationLineOrderable = ({ offer, orderNo, ended }: Pick<QuotationLine, 'offer' | 'orderNo' | 'ended'>): boolean =>
  offer?.outcome === 'OFFERED' && orderNo === null && !ended

/** Both totals of some lines at the offered prices, in fen. There is no credit total if one line is not sold on credit. */
export function computeQuotationTotals(lines: readonly Pick<QuotationLine, 'offer' | 'goodsNum'>[]): { sale: Fen; credit: Fen | null } {
  const amounts = lines.map(({ offer, goodsNum }) => ({
    sale: multiplyFenCapped(offer?.salePrice ?? ZERO_FEN, goodsNum),
    credit: offer?.creditPrice == null ? null : multiplyFenCapped(offer.creditPrice, goodsNum),
  }))
  return sumSaleAndCreditAmounts(amounts)
}

/** The address of the confirmation page for some lines of the current offer. */
export const toQuotationCheckoutSearchParams = (
  { id, version }: Pick<QuotationDetail, 'id' | 'version'>,
  lineNos: readonly number[],
): Record<'quotationId' | 'version' | 'lineNos', string> => ({
  quotationId: id,
  version: String(version),
  lineNos: [...lineNos].sort((a, b) => a - b).join(','),
})

/** '当日发货', '下单后 7 天': when the goods of a line leave; '' if staff did not say. */
export const formatLeadDays = (leadDays: number | null): string =>
  leadDays === null ? '' : leadDays === 0 ? '现货，当日发出' : `下单后 ${leadDays} 天发出`

/** '第 2 版 · 有效至 2026年12月10日' */
export const formatOfferHead = ({ version, validUntil }: Pick<QuotationOffer, 'version' | 'validUntil'>): string =>
  `第 ${version} 版 · 有效至 ${formatFullDay(validUntil)}`
