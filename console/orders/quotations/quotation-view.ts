import { parseAmount } from '#console/platform/components/forms/rule.ts'
import type { TagTone } from '#console/platform/components/tag.tsx'
import type { SkuBrief } from '#contract/catalog/goods/sku-brief.ts'
import { findPriceStepForQuantity } from '#contract/catalog/pricing/price-steps.ts'
import { roundUpToOrderableQuantity } from '#contract/catalog/pricing/quantity.ts'
import type { consoleQuotationEndpoints } from '#contract/orders/quotations/console-api.ts'
import { type QuotationState, quotationLifecycle } from '#contract/orders/quotations/quotation-lifecycle.ts'
import {
  type ConsoleQuotation,
  type ConsoleQuotationLine,
  QUOTATION_LEAD_DAYS_MAX,
  QUOTATION_OFFER_VALID_DAYS,
  type QuotationOffer,
} from '#contract/orders/quotations/shapes.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import {
  computeIncreaseInBasisPoints,
  type Fen,
  fen,
  formatYuan,
  INPUT_AMOUNT_MAX,
  multiplyFenCapped,
  sum,
  ZERO_FEN,
} from '#contract/platform/core/money.ts'
import { countDaysInclusive, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { formatSurchargePercent } from '#ui/format.ts'

const tones: Record<QuotationState, TagTone> = {
  REQUESTED: 'wait',
  QUOTED: 'way',
  ACCEPTED: 'good',
  EXPIRED: 'over',
  WITHDRAWN: 'over',
  REFUSED: 'bad',
  DECLINED: 'over',
}

/** The state of a quotation as a coloured tag. */
export const toQuotationStatus = (state: QuotationState): { label: string; tone: TagTone } => ({
  label: quotationLifecycle.states[state].label,
  tone: tones[state],
})

/** The answer to a line as it is typed. */
export interface QuotationOfferDraftLine {
  offered: boolean
  /** '': none is chosen yet. */
  skuId: string
  sale: string
  /** '': only at the price for payment at once. */
  credit: string
  leadDays: string
  /** '': as long as the offer. */
  validDays: string
  note: string
}
export type QuotationOfferDraft = Readonly<Record<number, QuotationOfferDraftLine>>

const typed = (amount: Fen | null): string => (amount === null ? '' : formatYuan(amount, { decimals: 'fewest' }))

/** Both prices that the company pays now for a quantity of a SKU, typed as they would be. A quantity that is not sold counts as the next one that is. */
export function toTypedCurrentPrices(sku: SkuBrief, goodsNum: number): Pick<QuotationOfferDraftLine, 'sale' | 'credit'> {
  const { salePrice, creditPrice } = findPriceStepForQuantity(sku.steps, roundUpToOrderableQuantity(goodsNum, sku))
  return { sale: typed(salePrice), credit: typed(creditPrice) }
}

/** The lines that can be answered: those that no order has bought. */
export const listAnswerableLines = ({ lines }: Pick<ConsoleQuotation, 'lines'>): ConsoleQuotationLine[] =>
  lines.filter(({ orderNo }) => orderNo === null)

type OfferDays = Pick<QuotationOffer, 'madeAt' | 'validUntil'>

/** For how many days the last offer was made; without one the usual number. */
export const toInitialValidDays = (last: OfferDays | undefined): number =>
  last ? countDaysInclusive(toShanghaiDay(last.madeAt), last.validUntil) - 1 : QUOTATION_OFFER_VALID_DAYS.default

/** For how many days a line of the last offer was made, as it is typed; '': as long as the offer. */
export function toTypedValidDaysOfLastOffer({ offer }: Pick<ConsoleQuotationLine, 'offer'>, last: OfferDays | undefined): string {
  if (offer?.validUntil == null || last === undefined || offer.validUntil >= last.validUntil) return ''
  return String(toInitialValidDays({ madeAt: last.madeAt, validUntil: offer.validUntil }))
}

/** The draft begins with the last offer, or with the asked goods at the prices that the company pays now. */
export function toInitialQuotationOfferDraft(lines: readonly ConsoleQuotationLine[], last: OfferDays | undefined): QuotationOfferDraft {
  return Object.fromEntries(
    lines.map((line): [number, QuotationOfferDraftLine] => {
      const { lineNo, sku, goodsNum, offer } = line
      if (offer)
        return [
          lineNo,
          {
            offered: offer.outcome === 'OFFERED',
            skuId: offer.skuId ?? sku?.skuId ?? '',
            sale: typed(offer.salePrice),
            credit: typed(offer.creditPrice),
            leadDays: offer.leadDays === null ? '' : String(offer.leadDays),
            validDays: toTypedValidDaysOfLastOffer(line, last),
            note: offer.note,
          },
        ]
      const prices = sku ? toTypedCurrentPrices(sku, goodsNum) : { sale: '', credit: '' }
      return [lineNo, { offered: true, skuId: sku?.skuId ?? '', leadDays: '', validDays: '', note: '', ...prices }]
    }),
  )
}

/** Until when a line can be ordered: '2026-12-05', '2026-12-05 已到期'. One that was ordered in time says so and does not end; '': not offered. */
export function formatLastDayOfLine({ offer, ended, orderNo }: Pick<ConsoleQuotationLine, 'offer' | 'ended' | 'orderNo'>): string {
  if (offer?.validUntil == null) return ''
  if (orderNo !== null) return '已下单'
  return ended ? `${offer.validUntil} 已到期` : offer.validUntil
}

export type QuotationOfferLineErrors = Partial<Record<'skuId' | 'sale' | 'credit' | 'leadDays' | 'validDays', string>>

const amountFault = (text: string): string | undefined => {
  const amount = parseAmount(text)
  if (amount === undefined) return '最多两位小数，如 38.5'
  return amount <= ZERO_FEN || amount > INPUT_AMOUNT_MAX ? '金额须大于 0' : undefined
}

/** How many days are typed; undefined: no whole number from `least` to `most`. */
function parseDays(text: string, least: number, most: number): number | undefined {
  const days = /^\d{1,3}$/.test(text.trim()) ? Number(text) : Number.NaN
  return days >= least && days <= most ? days : undefined
}

interface Around {
  isTwice: boolean
  /** For how many days the whole offer holds. */
  daysOfOffer: number
}

function lineErrors(
  { offered, skuId, sale, credit, leadDays, validDays }: QuotationOfferDraftLine,
  { isTwice, daysOfOffer }: Around,
): QuotationOfferLineErrors {
  if (!offered) return {}
  const saleFault = sale.trim() === '' ? '请填写现金价' : amountFault(sale)
  const creditFault = credit.trim() === '' ? undefined : amountFault(credit)
  const isBelow = saleFault === undefined && credit.trim() !== '' && (parseAmount(credit) ?? 0) < (parseAmount(sale) ?? 0)
  const isLead = parseDays(leadDays, 0, QUOTATION_LEAD_DAYS_MAX) !== undefined
  const isValid = parseDays(validDays, 1, daysOfOffer) !== undefined
  return Object.fromEntries(
    [
      ['skuId', skuId === '' ? '请选择供应的商品' : isTwice ? '同一商品只能用于一行' : undefined],
      ['sale', saleFault],
      ['credit', creditFault ?? (isBelow ? '不能低于现金价' : undefined)],
      ['leadDays', leadDays.trim() === '' || isLead ? undefined : `0–${QUOTATION_LEAD_DAYS_MAX} 天`],
      ['validDays', validDays.trim() === '' || isValid ? undefined : `1–${daysOfOffer} 天，不超过整单`],
    ].filter(([, fault]) => fault !== undefined),
  )
}

/** What is wrong with the answers, by line. Lines without errors are left out. */
export function findQuotationOfferErrors(
  draft: QuotationOfferDraft,
  lines: readonly ConsoleQuotationLine[],
  daysOfOffer: number,
): Map<number, QuotationOfferLineErrors> {
  const shown = lines.flatMap(({ lineNo }) => (draft[lineNo] ? [[lineNo, draft[lineNo]] as const] : []))
  const used = shown.flatMap(([, { offered, skuId }]) => (offered && skuId !== '' ? [skuId] : []))
  const isTwice = (skuId: string) => used.filter((one) => one === skuId).length > 1
  return new Map(
    shown
      .map(([lineNo, line]) => [lineNo, lineErrors(line, { isTwice: isTwice(line.skuId), daysOfOffer })] as const)
      .filter(([, errors]) => Object.keys(errors).length > 0),
  )
}

type OfferLines = InputOf<typeof consoleQuotationEndpoints.quote>['lines']

/** The answers as the server expects them. Call it for a draft without errors. */
export const toOfferInput = (draft: QuotationOfferDraft, lines: readonly ConsoleQuotationLine[]): OfferLines =>
  lines.flatMap(({ lineNo }): OfferLines => {
    const line = draft[lineNo]
    if (line === undefined) return []
    if (!line.offered) return [{ lineNo, outcome: 'NOT_OFFERED', note: line.note }]
    const salePrice = parseAmount(line.sale)
    return [
      {
        lineNo,
        outcome: 'OFFERED',
        skuId: line.skuId,
        ...(salePrice === undefined ? {} : { salePrice }),
        creditPrice: parseAmount(line.credit) ?? null,
        ...(line.leadDays.trim() === '' ? {} : { leadDays: Number(line.leadDays) }),
        ...(line.validDays.trim() === '' ? {} : { validDays: Number(line.validDays) }),
        note: line.note,
      },
    ]
  })

/** '比现价低 5.2%': how an offered price compares with what the company pays now; '' while one of them is unknown. */
export function formatOfferedVsCurrentPrice(offered: Fen | undefined, current: Fen | null | undefined): string {
  if (offered === undefined || current == null || current <= ZERO_FEN) return ''
  if (offered === current) return '与现价相同'
  const difference = fen(Math.abs(offered - current))
  const percent = formatSurchargePercent(computeIncreaseInBasisPoints(current, fen(current + difference))).slice(1)
  return `比现价${offered < current ? '低' : '高'} ${percent}`
}

/** What an offer comes to: how many lines have a price, how many have none or days of their own, and the total at the price for payment at once. */
export function computeOfferSummary(
  draft: QuotationOfferDraft,
  lines: readonly ConsoleQuotationLine[],
): { offered: number; declined: number; shorter: number; amount: Fen } {
  const answers = lines.flatMap((line) => (draft[line.lineNo] ? [{ line, answer: draft[line.lineNo] }] : []))
  const offered = answers.filter(({ answer }) => answer?.offered)
  return {
    offered: offered.length,
    declined: answers.length - offered.length,
    shorter: offered.filter(({ answer }) => answer !== undefined && answer.validDays.trim() !== '').length,
    amount: sum(offered.map(({ line, answer }) => multiplyFenCapped(parseAmount(answer?.sale ?? '') ?? ZERO_FEN, line.goodsNum))),
  }
}
