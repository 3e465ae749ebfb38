// What staff do with a quotation: offer prices, refuse, write to the buyer.
import { formatGoodsNames } from '#contract/catalog/goods/goods-names.ts'
import { findPriceStepForQuantity } from '#contract/catalog/pricing/price-steps.ts'
import { roundUpToOrderableQuantity } from '#contract/catalog/pricing/quantity.ts'
import { consoleQuotationEndpoints } from '#contract/orders/quotations/console-api.ts'
import { isQuotationStateFinal, type QuotationVerb, quotationLifecycle } from '#contract/orders/quotations/quotation-lifecycle.ts'
import { QUOTATION_OFFER_VERSIONS_MAX } from '#contract/orders/quotations/shapes.ts'
import { createMessageTextWithValues } from '#contract/people/messaging/message-texts/texts.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { addDays, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { findSkuBriefsWithMaterialCode } from '#server/catalog/materials/public.ts'
import { requireLargePriceChangesConfirmed } from '#server/catalog/price-lists/public.ts'
import type { PriceUpdate } from '#server/catalog/pricing/public.ts'
import { findLastStaffChange, findStaff, refuseNamingColleague } from '#server/people/staff/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { publishEvents } from '#server/platform/core/outbox.ts'
import { type LatestRowChange, requireRowVersion } from '#server/platform/core/row-version.ts'
import { findNamesOfSkusOnSale } from './create-quotation.ts'
import {
  getLastDayOfOfferedLine,
  insertOffer,
  listOfferLines,
  listOrdersOfQuotation,
  listQuotationLines,
  mapOrderNumbersByQuotationLine,
  type OfferLineRow,
  type QuotationLineRow,
  type StoredGoodsName,
} from './quotation-lines.ts'
import { insertQuotationMessage, notifyQuotationAskerAndMainUser } from './quotation-messages.ts'
import {
  isQuotationVerbAllowed,
  type Quotation,
  type QuotationRef,
  refuseMovedQuotation,
  requireLockedQuotation,
  updateQuotationRow,
} from './quotation-store.ts'

type QuoteInput = InputOf<typeof consoleQuotationEndpoints.quote>
type GivenLine = QuoteInput['lines'][number]

const answers = {
  QUOTED: { [consoleQuotationEndpoints.quote.path]: quotationLifecycle.verbs.quote.label },
  REFUSED: { [consoleQuotationEndpoints.refuse.path]: quotationLifecycle.verbs.refuse.label },
}
const isAnsweredByStaff = (state: Quotation['state']): state is keyof typeof answers => state in answers

/** Finds the colleague whose answer has made a quotation what it is. */
const findAnswer = (tx: Tx, moment: Moment, { id, state }: Quotation) =>
  isAnsweredByStaff(state) ? findLastStaffChange(tx, moment, { objectId: id, texts: answers[state] }) : Promise.resolve(undefined)

/** Finds who has changed a quotation last, if it was a colleague's offer. If it was the buyer or an order, its page shows which. */
async function findLatestOffer(tx: Tx, moment: Moment, quotation: Quotation): Promise<LatestRowChange | undefined> {
  const answer = await findAnswer(tx, moment, quotation)
  if (answer?.at.getTime() !== quotation.updatedAt.getTime()) return undefined
  const by = (await findStaff(tx, answer.staffId))?.name
  return by === undefined ? undefined : { by, at: answer.at, what: answer.what }
}

const requireUnchanged = (tx: Tx, moment: Moment, quotation: Quotation, seen: number): Promise<void> =>
  requireRowVersion({ seen, current: quotation.rowVersion }, () => findLatestOffer(tx, moment, quotation))

/** Refuses QUOTATION_MOVED, and says which colleague has answered it, when and how; if none has, what it has become. */
async function refuseMovedQuotationToStaff(tx: Tx, moment: Moment, quotation: Quotation, act: string): Promise<void> {
  const change = await findAnswer(tx, moment, quotation)
  if (change) await refuseNamingColleague(tx, moment, { reason: 'QUOTATION_MOVED', change })
  refuseMovedQuotation(quotation.state, act)
}

const requireVerbAllowed = async (tx: Tx, moment: Moment, quotation: Quotation, verb: QuotationVerb): Promise<void> => {
  if (!isQuotationVerbAllowed(quotation.state, verb))
    await refuseMovedQuotationToStaff(tx, moment, quotation, quotationLifecycle.verbs[verb].label)
}

interface Naming {
  named: ReadonlyMap<string, StoredGoodsName>
  today: string
}

/** Builds the answer to a line. Refuses SKU_NOT_FOUND for a SKU that is not on sale. */
function toOfferLine(asked: QuotationLineRow, given: GivenLine, { named, today }: Naming): OfferLineRow {
  const { lineNo } = asked
  const { outcome, skuId = '', salePrice, creditPrice, leadDays = null, validDays, note } = given
  if (outcome === 'NOT_OFFERED' || salePrice === undefined) {
    const { name, spec, unit, skuCode } = asked
    const goods = { skuId: null, name, spec, unit, skuCode }
    return { ...goods, lineNo, outcome: 'NOT_OFFERED', saleFen: null, creditFen: null, leadDays: null, validUntil: null, note }
  }
  const goods = named.get(skuId) ?? refuse('SKU_NOT_FOUND', { msg: `第 ${lineNo} 行的商品不存在或已下架，请重新选择`, skuId, lineNo })
  const validUntil = validDays === undefined ? null : addDays(today, validDays)
  return { ...goods, lineNo, outcome, saleFen: salePrice, creditFen: creditPrice ?? null, leadDays, validUntil, note }
}

/**
 * Refuses PRICE_CHANGE_LARGE if an offered price is far from what the company pays now for that quantity, unless the person has confirmed it:
 * an offer with a misplaced point would bind. It says nothing about costs, which these staff do not see.
 */
async function requireUnusualOffersConfirmed(
  tx: Tx,
  moment: Moment,
  { enterpriseId, asked, offered }: { enterpriseId: string; asked: readonly QuotationLineRow[]; offered: readonly OfferLineRow[] },
): Promise<void> {
  const skuIds = offered.flatMap(({ skuId }) => skuId ?? [])
  const skus = await findSkuBriefsWithMaterialCode(tx, moment, { enterpriseId, skuIds })
  const quantities = new Map(asked.map(({ lineNo, quantity }) => [lineNo, quantity]))
  const updates = offered.flatMap(({ lineNo, skuId, saleFen, creditFen }): PriceUpdate[] => {
    const sku = skus.get(skuId ?? '')
    if (!sku || saleFen === null) return []
    const now = findPriceStepForQuantity(sku.steps, roundUpToOrderableQuantity(quantities.get(lineNo) ?? sku.minimum, sku))
    const was = { salePriceFen: now.salePrice, creditPriceFen: now.creditPrice }
    return [{ skuId: sku.skuId, from: now.from, was, is: { salePriceFen: saleFen, creditPriceFen: creditFen } }]
  })
  await requireLargePriceChangesConfirmed(tx, updates, { confirmed: false, belowCost: [] })
}

interface Answered {
  asked: readonly QuotationLineRow[]
  /** The lines of the last version that orders have bought. They stay as they were. */
  kept: readonly OfferLineRow[]
  given: readonly GivenLine[]
  today: string
}

/** Refuses QUOTATION_LINES_MISSING, QUOTATION_SKU_ORDERED, SKU_NOT_FOUND. */
async function buildOfferLines(tx: Tx, { asked, kept, given, today }: Answered): Promise<OfferLineRow[]> {
  const byLine = new Map(given.map((line) => [line.lineNo, line]))
  const keptByLine = new Map(kept.map((line) => [line.lineNo, line]))
  const open = asked.filter(({ lineNo }) => !keptByLine.has(lineNo))
  if (given.some(({ lineNo }) => !asked.some((line) => line.lineNo === lineNo))) refuse('QUOTATION_LINES_MISSING')
  const answers = open.map((line) => byLine.get(line.lineNo) ?? refuse('QUOTATION_LINES_MISSING', { lineNo: line.lineNo }))
  const skuIds = answers.flatMap(({ outcome, skuId }) => (outcome === 'OFFERED' && skuId !== undefined ? [skuId] : []))
  const taken = kept.find(({ skuId }) => skuId !== null && skuIds.includes(skuId))
  if (taken)
    refuse('QUOTATION_SKU_ORDERED', { msg: `「${taken.name}」已在第 ${taken.lineNo} 行下单，请选择其他商品`, lineNo: taken.lineNo })
  const named = await findNamesOfSkusOnSale(tx, skuIds)
  const answerOf = new Map(open.map((line, at) => [line.lineNo, toOfferLine(line, answers[at] as GivenLine, { named, today })]))
  return asked.flatMap(({ lineNo }) => keptByLine.get(lineNo) ?? answerOf.get(lineNo) ?? [])
}

/**
 * 报价: adds a version of the answer, which holds from now to the end of a day. A line may end earlier, and the answer ends with the last of its
 * lines, so that it is not open when nothing of it can be ordered. Lines that orders have bought keep their prices. Refuses
 * QUOTATION_NOT_FOUND, QUOTATION_MOVED, ROW_CHANGED, QUOTATION_VERSIONS_FULL, PRICE_CHANGE_LARGE and what `buildOfferLines` refuses.
 */
export async function createQuotationOffer(
  tx: Tx,
  moment: Moment,
  { staffId, rowVersion, validDays, note, confirmed, lines: given, ...ref }: QuoteInput & { staffId: string },
): Promise<{ version: number }> {
  const quotation = await requireLockedQuotation(tx, moment, ref)
  await requireVerbAllowed(tx, moment, quotation, 'quote')
  await requireUnchanged(tx, moment, quotation, rowVersion)
  const version = quotation.version + 1
  if (version > QUOTATION_OFFER_VERSIONS_MAX) refuse('QUOTATION_VERSIONS_FULL')
  const ordered = mapOrderNumbersByQuotationLine(await listOrdersOfQuotation(tx, ref))
  const kept = ordered.size === 0 ? [] : (await listOfferLines(tx, ref, quotation.version)).filter(({ lineNo }) => ordered.has(lineNo))
  const asked = await listQuotationLines(tx, ref)
  const today = toShanghaiDay(moment.now)
  const lines = await buildOfferLines(tx, { asked, kept, given, today })
  const offered = lines.filter(({ lineNo, outcome }) => outcome === 'OFFERED' && !ordered.has(lineNo))
  if (!confirmed) await requireUnusualOffersConfirmed(tx, moment, { enterpriseId: ref.enterpriseId, asked, offered })
  const lastDays = offered.map((line) => getLastDayOfOfferedLine(line, addDays(today, validDays))).toSorted()
  const validUntil = lastDays.at(-1) ?? addDays(today, validDays)
  await insertOffer(tx, moment, ref, { version, validUntil, note, lines, staffId })
  await updateQuotationRow(tx, moment, ref, { to: offered.length > 0 ? 'QUOTED' : 'ACCEPTED', change: { offer: { version, validUntil } } })
  const says = createMessageTextWithValues('quotationQuoted', {
    number: quotation.quotationNo,
    goods: formatGoodsNames(quotation.firstGoods, new Set(asked.map(({ name }) => name)).size),
    lastDay: lastDays[0] === undefined || lastDays[0] === validUntil ? validUntil : `${validUntil}（部分商品至 ${lastDays[0]}）`,
  })
  await notifyQuotationAskerAndMainUser(tx, moment, quotation, says)
  return { version }
}

/** 不予报价, with the reason. */
export async function refuseQuotationByStaff(
  tx: Tx,
  moment: Moment,
  { rowVersion, reason, ...ref }: InputOf<typeof consoleQuotationEndpoints.refuse>,
): Promise<void> {
  const quotation = await requireLockedQuotation(tx, moment, ref)
  await requireVerbAllowed(tx, moment, quotation, 'refuse')
  await requireUnchanged(tx, moment, quotation, rowVersion)
  await updateQuotationRow(tx, moment, ref, { to: 'REFUSED', change: { reason } })
  await notifyQuotationAskerAndMainUser(
    tx,
    moment,
    quotation,
    createMessageTextWithValues('quotationRefused', { number: quotation.quotationNo, reason }),
  )
}

/** Writes to the buyer. Refuses QUOTATION_NOT_FOUND, and QUOTATION_MOVED if it is over. */
export async function sendQuotationMessageToBuyer(
  tx: Tx,
  moment: Moment,
  { text, staffId, ...ref }: QuotationRef & { text: string; staffId: string },
): Promise<void> {
  const quotation = await requireLockedQuotation(tx, moment, ref)
  if (isQuotationStateFinal(quotation.state)) await refuseMovedQuotationToStaff(tx, moment, quotation, '留言')
  await insertQuotationMessage(tx, moment, ref, { sender: { staffId }, text })
  const { enterpriseId, id, quotationNo } = quotation
  await publishEvents(tx, moment, [{ topic: 'quotation.said', enterpriseId, payload: { quotationId: id, quotationNo } }])
  await notifyQuotationAskerAndMainUser(
    tx,
    moment,
    quotation,
    createMessageTextWithValues('quotationSaid', { number: quotationNo, words: text }),
  )
}
