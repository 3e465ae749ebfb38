// What the page of a quotation shows, to its buyer and to staff.
import type { SkuBrief } from '#contract/catalog/goods/sku-brief.ts'
import { isQuotationStateFinal } from '#contract/orders/quotations/quotation-lifecycle.ts'
import {
  type BuyerQuotationAction,
  type ConsoleQuotation,
  QUOTATION_DRAWINGS_MAX,
  type QuotationDetail,
  type QuotationOffer,
  type QuotationOfferLine,
  type StaffQuotationAction,
} from '#contract/orders/quotations/shapes.ts'
import { hasPermission, type PermissionHolder } from '#contract/platform/core/permissions.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { findSkuBriefsWithMaterialCode } from '#server/catalog/materials/public.ts'
import { findDisplayNamesInEnterpriseByUserId } from '#server/people/identity/public.ts'
import { findEnterprise } from '#server/people/organisation/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { findAddress } from '#server/sites/address/public.ts'
import { listQuotationDrawings } from './drawings/quotation-drawings.ts'
import {
  getLastDayOfOfferedLine,
  listOffers,
  listOrdersOfQuotation,
  listQuotationLines,
  mapOrderNumbersByQuotationLine,
  type OfferLineRow,
  type QuotationLineRow,
} from './quotation-lines.ts'
import { addCurrentOfferSumsToQuery, toQuotationHead } from './quotation-lists.ts'
import { readQuotationMessages } from './quotation-messages.ts'
import {
  buildQuotationQuery,
  canQuotationBeOfferedAgain,
  isQuotationVerbAllowed,
  type Quotation,
  type QuotationRef,
  toQuotation,
} from './quotation-store.ts'

const describeOfferLine = (line: OfferLineRow, asked: QuotationLineRow | undefined, lastDayOfOffer: string): QuotationOfferLine => ({
  lineNo: line.lineNo,
  outcome: line.outcome,
  skuId: line.skuId,
  name: line.name,
  spec: line.spec,
  unit: line.unit,
  skuCode: line.skuCode,
  substitute: line.skuId !== null && asked?.skuId != null && asked.skuId !== line.skuId,
  salePrice: line.saleFen,
  creditPrice: line.creditFen,
  leadDays: line.leadDays,
  validUntil: line.outcome === 'OFFERED' ? getLastDayOfOfferedLine(line, lastDayOfOffer) : null,
  note: line.note,
})

interface Offered {
  skus: ReadonlyMap<string, SkuBrief>
  current: QuotationOffer | undefined
  orderNos: ReadonlyMap<number, string>
  today: string
}

function describeLine(line: QuotationLineRow, { skus, current, orderNos, today }: Offered) {
  const offer = current?.lines.find(({ lineNo }) => lineNo === line.lineNo) ?? null
  return {
    lineNo: line.lineNo,
    sku: skus.get(line.skuId ?? '') ?? null,
    name: line.name,
    spec: line.spec,
    unit: line.unit,
    skuCode: line.skuCode,
    goodsNum: line.quantity,
    wishedPrice: line.wishedFen,
    note: line.note,
    offeredSku: skus.get(offer?.skuId ?? '') ?? null,
    offer,
    orderNo: orderNos.get(line.lineNo) ?? null,
    ended: offer !== null && offer.validUntil !== null && offer.validUntil < today,
  }
}

/** Reads everything that both pages show. */
async function readQuotationPage(db: Db, moment: Moment, ref: QuotationRef) {
  const { enterpriseId } = ref
  const row = await addCurrentOfferSumsToQuery(
    buildQuotationQuery(db, moment).where('quotation.enterprise_id', '=', enterpriseId).where('quotation.id', '=', ref.id),
    moment,
  ).executeTakeFirst()
  if (!row) return refuse('QUOTATION_NOT_FOUND')
  const quotation = toQuotation(row)
  const asked = await listQuotationLines(db, ref)
  const offers = (await listOffers(db, ref)).map(({ lines, ...offer }) => ({
    ...offer,
    lines: lines.map((line) =>
      describeOfferLine(
        line,
        asked.find(({ lineNo }) => lineNo === line.lineNo),
        offer.validUntil,
      ),
    ),
  }))
  const orders = await listOrdersOfQuotation(db, ref)
  const [current] = offers
  const skuIds = [...asked, ...(current?.lines ?? [])].flatMap(({ skuId }) => skuId ?? [])
  const skus = await findSkuBriefsWithMaterialCode(db, moment, { enterpriseId, skuIds: [...new Set(skuIds)] })
  const orderNos = mapOrderNumbersByQuotationLine(orders)
  const names = await findDisplayNamesInEnterpriseByUserId(db, enterpriseId, [quotation.userId])
  const { addressId } = quotation
  const shown = {
    ...toQuotationHead(quotation, row),
    createdBy: names.get(quotation.userId) ?? '',
    remark: quotation.remark,
    addressId: addressId !== null && (await findAddress(db, enterpriseId, addressId)) ? addressId : null,
    shipTo: quotation.shipTo,
    wantedDay: quotation.wantedDay,
    reason: quotation.reason,
    offers,
    drawings: await listQuotationDrawings(db, ref),
    messages: await readQuotationMessages(db, ref),
    orders: orders.map(({ orderId: _, payableFen, ...order }) => ({ ...order, payable: payableFen })),
    lines: asked.map((line) => describeLine(line, { skus, current, orderNos, today: toShanghaiDay(moment.now) })),
  }
  return { quotation, shown }
}

type Shown = Awaited<ReturnType<typeof readQuotationPage>>['shown']

function computeBuyerActions({ state }: Quotation, { lines, drawings }: Shown): BuyerQuotationAction[] {
  const free = lines.some(({ offer, orderNo, ended }) => offer?.outcome === 'OFFERED' && orderNo === null && !ended)
  const bought = lines.some(({ orderNo }) => orderNo !== null)
  return [
    ...(isQuotationVerbAllowed(state, 'order') && free ? (['order'] as const) : []),
    ...(isQuotationVerbAllowed(state, 'askAgain') ? (['askAgain'] as const) : []),
    ...(isQuotationVerbAllowed(state, 'finish') && bought ? (['finish'] as const) : []),
    ...(isQuotationVerbAllowed(state, 'decline') && !bought ? (['decline'] as const) : []),
    ...(isQuotationVerbAllowed(state, 'withdraw') ? (['withdraw'] as const) : []),
    ...(isQuotationStateFinal(state) ? [] : (['sendMessage'] as const)),
    ...(canQuotationBeOfferedAgain(state) && drawings.length < QUOTATION_DRAWINGS_MAX ? (['addDrawings'] as const) : []),
  ]
}

/** Reads a quotation for its buyer. Members who may not order see it without actions. Refuses QUOTATION_NOT_FOUND. */
export async function readQuotationForBuyer(
  db: Db,
  moment: Moment,
  { id, viewer }: { id: string; viewer: PermissionHolder & { enterpriseId: string } },
): Promise<QuotationDetail> {
  const { quotation, shown } = await readQuotationPage(db, moment, { enterpriseId: viewer.enterpriseId, id })
  const actions = hasPermission(viewer, 'buyPay') ? computeBuyerActions(quotation, shown) : []
  return { ...shown, readUpTo: quotation.buyerReadNo, actions }
}

function computeStaffActions({ state }: Quotation, viewer: PermissionHolder): StaffQuotationAction[] {
  if (!hasPermission(viewer, { staff: 'quotation' }) || isQuotationStateFinal(state)) return []
  return [
    ...(isQuotationVerbAllowed(state, 'quote') ? (['quote'] as const) : []),
    ...(isQuotationVerbAllowed(state, 'refuse') ? (['refuse'] as const) : []),
    'sendMessage',
  ]
}

/** Reads a quotation for staff, with what the company would pay now. Refuses QUOTATION_NOT_FOUND. */
export async function readQuotationForStaff(
  db: Db,
  moment: Moment,
  { viewer, ...ref }: QuotationRef & { viewer: PermissionHolder },
): Promise<ConsoleQuotation> {
  const { quotation, shown } = await readQuotationPage(db, moment, ref)
  const enterprise = await findEnterprise(db, ref.enterpriseId)
  return {
    ...shown,
    enterpriseId: ref.enterpriseId,
    enterpriseName: enterprise?.name ?? null,
    rowVersion: quotation.rowVersion,
    readUpTo: quotation.staffReadNo,
    unansweredSince: quotation.unansweredSince,
    actions: computeStaffActions(quotation, viewer),
  }
}
