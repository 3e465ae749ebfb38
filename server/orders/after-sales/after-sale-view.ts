import { countKindsOfGoods } from '#contract/catalog/goods/goods-names.ts'
import { RETURN_SEND_BACK_DAYS } from '#contract/orders/after-sales/after-sale-lifecycle.ts'
import type {
  AfterSaleDetail,
  AfterSaleHistoryEntry,
  AfterSaleRow,
  buyerAfterSaleVerbs,
  ConsoleAfterSale,
  ConsoleAfterSaleRow,
  StaffAfterSaleVerb,
} from '#contract/orders/after-sales/shapes.ts'
import { subtractFen, sum } from '#contract/platform/core/money.ts'
import { hasPermission, type PermissionHolder } from '#contract/platform/core/permissions.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { addHours } from '#contract/platform/core/shanghai.ts'
import type { StaffPermissionCode } from '#contract/platform/core/staff-permissions.ts'
import { findShopReturnAddress } from '#server/catalog/shops/public.ts'
import { addDestinationToRefunds, findPaymentAllocationOfOrder, listRefundsOfAfterSale } from '#server/money/payments/public.ts'
import { findOrder, findOrderNumbers, listOrderLines, type Order, type OrderLineRow } from '#server/orders/orders/public.ts'
import { findDisplayNamesInEnterpriseByUserId } from '#server/people/identity/public.ts'
import { findEnterprise, listEnterpriseNamesById } from '#server/people/organisation/public.ts'
import { listStaffNamesById } from '#server/people/staff/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import { listAfterSaleHistoryEntries } from './after-sale-entries.ts'
import {
  type AfterSale,
  type AfterSaleRef,
  findAfterSale,
  listRequestedAfterSaleLines,
  type RequestedAfterSaleLine,
} from './after-sale-store.ts'
import { type AfterSaleWithOrder, isAfterSaleVerbAllowed } from './after-sale-transitions.ts'
import { findAfterSaleRulesOfOrder, isAfterSaleOpen, toRefundPreviewOutput } from './claimable-units.ts'
import { readRefundQuoteOfAcceptedUnits } from './decide-after-sale.ts'

/** Reads an after-sale with everything that its pages show, without a lock. Refuses AFTER_SALE_NOT_FOUND. */
export async function readAfterSaleWithOrder(db: Db, ref: AfterSaleRef): Promise<AfterSaleWithOrder> {
  const afterSale = (await findAfterSale(db, ref)) ?? refuse('AFTER_SALE_NOT_FOUND')
  const { enterpriseId, orderId } = afterSale
  const orderNo = (await findOrderNumbers(db, enterpriseId, [orderId])).get(orderId) ?? refuse('AFTER_SALE_NOT_FOUND')
  const order = (await findOrder(db, enterpriseId, orderNo)) ?? refuse('AFTER_SALE_NOT_FOUND')
  return {
    afterSale,
    order,
    lines: await listOrderLines(db, enterpriseId, [orderId]),
    asked: await listRequestedAfterSaleLines(db, enterpriseId, [ref.id]),
  }
}

interface Around {
  orderNo: string
  lines: readonly OrderLineRow[]
  asked: readonly RequestedAfterSaleLine[]
}

function describeRow(afterSale: AfterSale, { orderNo, lines, asked }: Around): AfterSaleRow {
  const requested = lines.filter(({ lineNo }) => asked.some((one) => one.lineNo === lineNo))
  const first = lines.find(({ lineNo }) => lineNo === asked[0]?.lineNo) ?? lines[0]
  return {
    id: afterSale.id,
    afterSaleNo: afterSale.afterSaleNo,
    orderNo,
    type: afterSale.type,
    state: afterSale.state,
    createdAt: afterSale.createdAt,
    stateAt: afterSale.stateAt,
    reason: afterSale.reason,
    firstGoods: first?.goodsName ?? '',
    goodsKinds: countKindsOfGoods(requested),
    image: first?.picture ?? null,
    units: asked.reduce((units, line) => units + line.asked, 0),
    refunded: afterSale.refundFen,
  }
}

/** Builds the rows of an enterprise's list: three statements in addition to the list's own. */
export async function readAfterSaleListRowsForBuyer(
  db: Db,
  enterpriseId: string,
  afterSales: readonly AfterSale[],
): Promise<AfterSaleRow[]> {
  const orderIds = [...new Set(afterSales.map(({ orderId }) => orderId))]
  const numbers = await findOrderNumbers(db, enterpriseId, orderIds)
  const lines = await listOrderLines(db, enterpriseId, orderIds)
  const asked = await listRequestedAfterSaleLines(
    db,
    enterpriseId,
    afterSales.map(({ id }) => id),
  )
  return afterSales.map((one) =>
    describeRow(one, {
      orderNo: numbers.get(one.orderId) ?? '',
      lines: lines.filter(({ orderId }) => orderId === one.orderId),
      asked: asked.filter(({ afterSaleId }) => afterSaleId === one.id),
    }),
  )
}

/** Builds the rows of the console's list, one enterprise after the other. */
export async function readAfterSaleListRowsForConsole(db: Db, afterSales: readonly AfterSale[]): Promise<ConsoleAfterSaleRow[]> {
  const ids = [...new Set(afterSales.map(({ enterpriseId }) => enterpriseId))]
  const names = await listEnterpriseNamesById(db, ids)
  const rows = new Map<string, ConsoleAfterSaleRow>()
  for (const enterpriseId of ids) {
    const own = afterSales.filter((one) => one.enterpriseId === enterpriseId)
    const enterpriseName = names.get(enterpriseId) ?? null
    for (const row of await readAfterSaleListRowsForBuyer(db, enterpriseId, own)) rows.set(row.id, { ...row, enterpriseId, enterpriseName })
  }
  return afterSales.flatMap(({ id }) => rows.get(id) ?? [])
}

const MEMBER = '采购方'
const STAFF = '客服'

async function readEntries(db: Db, { enterpriseId, id }: AfterSale, reader: 'member' | 'staff'): Promise<AfterSaleHistoryEntry[]> {
  const entries = await listAfterSaleHistoryEntries(db, { enterpriseId, id })
  const members = entries.flatMap(({ actor_kind, actor_id }) => (actor_kind === 'member' && actor_id ? [actor_id] : []))
  const names = new Map([
    ...(await listStaffNamesById(db)),
    ...(await findDisplayNamesInEnterpriseByUserId(db, enterpriseId, [...new Set(members)])),
  ])
  return entries.map(({ verb, actor_kind, actor_id, text, at }) => ({
    verb,
    text,
    at,
    mine: actor_kind === reader,
    by: actor_kind === 'clock' ? '系统' : (names.get(actor_id ?? '') ?? (actor_kind === 'staff' ? STAFF : MEMBER)),
  }))
}

async function describe(db: Db, afterSaleCase: AfterSaleWithOrder, reader: 'member' | 'staff') {
  const { afterSale, order, lines, asked } = afterSaleCase
  const refunds = await addDestinationToRefunds(db, await listRefundsOfAfterSale(db, afterSale.enterpriseId, afterSale.id))
  const exchangeId = afterSale.exchangeOrderId
  const exchangeNos = exchangeId === null ? undefined : await findOrderNumbers(db, afterSale.enterpriseId, [exchangeId])
  const returning = afterSale.state === 'APPROVED' && afterSale.type !== 'REFUND'
  const rules = await findAfterSaleRulesOfOrder(db, order, lines)
  return {
    ...describeRow(afterSale, { orderNo: order.orderNo, lines, asked }),
    method: order.method,
    description: afterSale.description,
    pictures: afterSale.pictures,
    freightAsked: afterSale.freightAsked,
    freight: afterSale.freightFen,
    carrier: afterSale.carrier,
    trackingNo: afterSale.trackingNo,
    lines: asked.flatMap(({ lineNo, stage, asked: units, accepted, restocked, refundFen }) => {
      const line = lines.find((one) => one.lineNo === lineNo)
      if (!line) return []
      return [
        {
          lineNo,
          stage,
          goodsName: line.goodsName,
          image: line.picture,
          skuProps: JSON.stringify(line.skuProps),
          unit: line.unit,
          price: line.unitPriceFen,
          asked: units,
          accepted,
          restocked,
          refunded: refundFen,
          rule: rules.get(line.goodsId) ?? 'standard',
        },
      ]
    }),
    returnTo: (returning && (await findShopReturnAddress(db, order.shopId))) || null,
    exchangeOrderNo: exchangeNos?.get(exchangeId ?? '') ?? null,
    deadline: returning ? addHours(afterSale.stateAt, RETURN_SEND_BACK_DAYS * 24) : null,
    preview:
      isAfterSaleOpen(afterSale.state) && afterSale.type !== 'EXCHANGE'
        ? toRefundPreviewOutput(order.method, await readRefundQuoteOfAcceptedUnits(db, afterSaleCase))
        : null,
    refunds: refunds.map(({ refundNo, amountFen, destination, state, createdAt }) => ({
      refundNo,
      amount: amountFen,
      way: destination,
      state,
      at: createdAt,
    })),
    entries: await readEntries(db, afterSale, reader),
  }
}

function buyerActions(afterSale: AfterSale, viewer: PermissionHolder): (typeof buyerAfterSaleVerbs)[number][] {
  const may = hasPermission(viewer, 'buyPay')
  return [
    ...(may && isAfterSaleVerbAllowed(afterSale, 'sendBack') ? (['sendBack'] as const) : []),
    ...(may && isAfterSaleVerbAllowed(afterSale, 'withdraw') ? (['withdraw'] as const) : []),
    ...(isAfterSaleOpen(afterSale.state) ? (['say'] as const) : []),
  ]
}

export const readAfterSaleOutputForBuyer = async (
  db: Db,
  afterSaleCase: AfterSaleWithOrder,
  viewer: PermissionHolder,
): Promise<AfterSaleDetail> => ({
  ...(await describe(db, afterSaleCase, 'member')),
  actions: buyerActions(afterSaleCase.afterSale, viewer),
})

function staffActions(afterSale: AfterSale, viewer: PermissionHolder): StaffAfterSaleVerb[] {
  const when = (verb: StaffAfterSaleVerb, staff: StaffPermissionCode, can: boolean) =>
    can && hasPermission(viewer, { staff }) ? [verb] : []
  return [
    ...when('approve', 'afterSaleHandle', isAfterSaleVerbAllowed(afterSale, 'approve')),
    ...when('reject', 'afterSaleHandle', isAfterSaleVerbAllowed(afterSale, 'reject')),
    ...when('inspect', 'afterSaleInspect', isAfterSaleVerbAllowed(afterSale, 'accept')),
    ...when('exchange', 'afterSaleHandle', isAfterSaleVerbAllowed(afterSale, 'exchange')),
    ...when('refundInstead', 'afterSaleHandle', isAfterSaleVerbAllowed(afterSale, 'refundInstead')),
    ...when('refund', 'afterSaleRefund', isAfterSaleVerbAllowed(afterSale, 'refund')),
    ...when('say', 'afterSaleHandle', true),
  ]
}

/** Reads what was paid for an order and what was refunded until now, in fen. */
async function readPaid(db: Db, { enterpriseId, id }: Order) {
  const paid = await findPaymentAllocationOfOrder(db, enterpriseId, id)
  return paid ? { paid: paid.amountFen, refundedBefore: paid.refundedFen } : { paid: sum([]), refundedBefore: sum([]) }
}

export async function readAfterSaleOutputForStaff(
  db: Db,
  afterSaleCase: AfterSaleWithOrder,
  viewer: PermissionHolder,
): Promise<ConsoleAfterSale> {
  const { afterSale, order } = afterSaleCase
  const { enterpriseId, userId } = afterSale
  return {
    ...(await describe(db, afterSaleCase, 'staff')),
    ...(await readPaid(db, order)),
    enterpriseId,
    enterpriseName: (await findEnterprise(db, enterpriseId))?.name ?? null,
    appliedBy: (await findDisplayNamesInEnterpriseByUserId(db, enterpriseId, [userId])).get(userId) ?? MEMBER,
    freightLeft: subtractFen(order.freightFen, order.freightRefundedFen),
    actions: staffActions(afterSale, viewer),
  }
}
