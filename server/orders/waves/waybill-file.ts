// A file of waybill numbers: what each row would do, and the shipping of the rows that can be shipped.

import { CarrierField, getWaybillError, TrackingNumberField } from '#contract/orders/fulfilment/waybill.ts'
import { isOrderNo, WAYBILL_FILE_ROWS_MAX, type WaybillFileRow } from '#contract/orders/waves/waybill-files.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { findColumnsByHeadingWord } from '#contract/platform/spreadsheets/heading.ts'
import { readUploadedTable, type TextRows } from '#server/adapters/spreadsheets/public.ts'
import { findShopIdsStaffIsLimitedTo, isInShopsOrUnrestrictedSql } from '#server/catalog/shops/public.ts'
import { findWaybillUseTextsByCarrierAndNumber, formatSharedWaybillQuestion } from '#server/orders/fulfilment/public.ts'
import { unitsToShipOfOrderSql } from '#server/orders/orders/public.ts'
import { findTrackingNumbersThatCannotLeave } from '#server/orders/waybills/public.ts'
import { anyOfTextsSql, type Db } from '#server/platform/core/db.ts'
import { sha256 } from '#server/platform/core/keys.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'
import { isOrderWaitingToShipSql } from './wave-order-status.ts'

/** A row as it was typed. */
export interface WaybillRowInput {
  row: number
  orderNo: string
  carrier: string
  trackingNo: string
}

/** A row with what it would do; `enterpriseId` is the company of its order, if the order can be shipped. */
export interface PlannedWaybillRow extends WaybillFileRow {
  enterpriseId?: string
}

const HEADS = { orderNo: '订单号', carrier: '承运', trackingNo: '运单' } as const

/** Finds the columns by their headings; without headings they are the first three. */
function toWaybillRows(table: TextRows): WaybillRowInput[] {
  const { head, columns: at } = findColumnsByHeadingWord(table, HEADS, 'orderNo')
  return table.flatMap((cells, index) => {
    const read = (column: number) => (cells[column] ?? '').trim()
    const row = { row: index + 1, orderNo: read(at.orderNo), carrier: read(at.carrier), trackingNo: read(at.trackingNo) }
    return index <= head || (row.orderNo === '' && row.trackingNo === '') ? [] : [row]
  })
}

/** Parses a file of order numbers, carriers and waybill numbers. Refuses WAYBILLS_UNREADABLE, WAYBILLS_TOO_LARGE. */
export async function parseWaybillFile(bytes: Buffer): Promise<WaybillRowInput[]> {
  const refusals = { unreadable: 'WAYBILLS_UNREADABLE', tooLarge: 'WAYBILLS_TOO_LARGE' } as const
  const rows = toWaybillRows(await readUploadedTable({ bytes, rowsMax: WAYBILL_FILE_ROWS_MAX + 20, ...refusals }))
  if (rows.length > WAYBILL_FILE_ROWS_MAX) refuse('WAYBILLS_TOO_LARGE')
  return rows.length === 0 ? refuse('WAYBILLS_UNREADABLE') : rows
}

/** Reads the orders of a file that the staff member may ship, by number: one statement. */
async function readOrders(db: Db, orderNos: readonly string[], staffId: string) {
  const own = await findShopIdsStaffIsLimitedTo(db, staffId)
  const rows = await withoutTenantGuard(db, 'console')
    .selectFrom('order')
    .select(['order.enterprise_id', 'order.order_no', 'order.state', 'order.cancel_asked_at'])
    .select([isOrderWaitingToShipSql.as('waits'), unitsToShipOfOrderSql.as('left')])
    .where('order.order_no', '=', anyOfTextsSql(orderNos))
    .where(isInShopsOrUnrestrictedSql('order.shop_id', own))
    .execute()
  return new Map(rows.map((row) => [row.order_no, row]))
}

type FoundOrder = Awaited<ReturnType<typeof readOrders>> extends Map<string, infer One> ? One : never

function findOrderFault(orderNo: string, order: FoundOrder | undefined): string | undefined {
  if (!isOrderNo(orderNo)) return orderNo === '' ? '缺少订单号' : `订单号“${orderNo}”应为 18 位数字`
  if (!order) return `没有订单 ${orderNo}`
  if (order.waits) return undefined
  if (order.cancel_asked_at !== null) return '买家申请取消，处理后才能发货'
  if (order.state === 'CANCELLED') return '订单已取消'
  if (order.state === 'WAIT_PAY' || order.state === 'WAIT_APPROVAL') return '订单还没有付款'
  return order.left === 0 && (order.state === 'WAIT_SEND' || order.state === 'PART_SENT') ? '商品在售后申请中，暂不要发' : '订单已全部发出'
}

/**
 * Computes what each row of a file would do, and the code that identifies exactly this. It changes nothing; the number of statements does
 * not grow with the rows.
 */
export async function planShipmentsOfWaybillFile(
  db: Db,
  { rows, staffId }: { rows: readonly WaybillRowInput[]; staffId: string },
): Promise<{ rows: PlannedWaybillRow[]; seen: string }> {
  const typed = rows.map((row) => ({
    row,
    carrier: CarrierField.safeParse(row.carrier),
    number: TrackingNumberField.safeParse(row.trackingNo),
  }))
  const orders = await readOrders(db, rows.map(({ orderNo }) => orderNo).filter(isOrderNo), staffId)
  const used = await findWaybillUseTextsByCarrierAndNumber(
    db,
    typed.flatMap(({ number }) => number.data ?? []),
  )
  const unfit = await findTrackingNumbersThatCannotLeave(
    db,
    typed.flatMap(({ row: { orderNo }, number }) => (number.data === undefined ? [] : [{ orderNo, trackingNo: number.data }])),
  )
  const firstOfOrder = new Map<string, number>()
  const firstOfNumber = new Map<string, number>()
  const planned = typed.map(({ row: { row, orderNo, ...given }, carrier, number }): PlannedWaybillRow => {
    const way = { carrier: carrier.data ?? given.carrier, trackingNo: number.data ?? given.trackingNo }
    const answer = (result: WaybillFileRow['result'], text: string, enterpriseId?: string): PlannedWaybillRow =>
      Object.assign({ row, orderNo, result, text }, way, enterpriseId === undefined ? {} : { enterpriseId })
    const order = orders.get(orderNo)
    const earlier = firstOfOrder.get(orderNo)
    const fault =
      findOrderFault(orderNo, order) ??
      (earlier === undefined ? undefined : `与第 ${earlier} 行是同一订单，以第 ${earlier} 行为准`) ??
      (carrier.success ? undefined : carrier.error.issues[0]?.message) ??
      (number.success ? undefined : number.error.issues[0]?.message) ??
      getWaybillError(way.carrier, way.trackingNo) ??
      unfit.get(`${orderNo} ${way.trackingNo}`)?.text
    if (fault !== undefined || !order) return answer('refused', fault ?? '')
    firstOfOrder.set(orderNo, row)
    const key = `${way.carrier} ${way.trackingNo}`
    const other = used.get(key) ?? (firstOfNumber.has(key) ? `第 ${firstOfNumber.get(key)} 行` : undefined)
    firstOfNumber.set(key, firstOfNumber.get(key) ?? row)
    return other === undefined
      ? answer('ready', `发出 ${order.left} 件`, order.enterprise_id)
      : answer('shared', formatSharedWaybillQuestion(other), order.enterprise_id)
  })
  return { rows: planned, seen: sha256(Buffer.from(JSON.stringify(planned))).toString('hex') }
}

/** Counts the rows by what becomes of them. */
export const countWaybillRows = (rows: readonly Pick<WaybillFileRow, 'result'>[]) => {
  const count = (wanted: WaybillFileRow['result']) => rows.filter(({ result }) => result === wanted).length
  return { ready: count('ready'), shared: count('shared'), refused: count('refused'), shipped: count('shipped') }
}
