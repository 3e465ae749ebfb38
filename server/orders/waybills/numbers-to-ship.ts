// Whether a parcel may leave with a number: not with one that is another order's, or that was given back.
import { sql } from 'kysely'
import { refuse } from '#contract/platform/core/refusals.ts'
import { anyOfIdsSql, anyOfTextsSql, type Db } from '#server/platform/core/db.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'

/** A number that is to leave with a parcel of an order. */
export interface WaybillNumberToShip {
  orderNo: string
  trackingNo: string
}

/** Why a number cannot leave, in words for a person. */
export interface NumberFault {
  reason: 'WAYBILL_GIVEN_BACK' | 'WAYBILL_OF_ANOTHER_ORDER'
  text: string
}

/** Whether a parcel of its own order has left with the number of a query's waybill. Then it may be shared like any other number. */
const isUsedSql = sql<boolean>`exists (select from parcel as sent where sent.enterprise_id = waybill.enterprise_id
  and sent.order_id = waybill.order_id and sent.tracking_no = waybill.tracking_no)`

const selectByNumber = (db: Db, numbers: readonly string[]) =>
  withoutTenantGuard(db, 'console')
    .selectFrom('waybill')
    .innerJoin('order', (join) =>
      join.onRef('order.enterprise_id', '=', 'waybill.enterprise_id').onRef('order.id', '=', 'waybill.order_id'),
    )
    .select(['waybill.tracking_no', 'waybill.state', 'order.order_no', isUsedSql.as('used')])
    .where('waybill.tracking_no', '=', anyOfTextsSql(numbers))
    // The condition of the index, which no plan derives from a parameter.
    .where('waybill.tracking_no', '!=', '')
    .execute()

/**
 * Finds the numbers of any company that cannot leave with their orders, by order number and number with a space between. Carriers are not
 * compared, because whoever scans the label of another order may also have the wrong carrier. One statement.
 */
export async function findTrackingNumbersThatCannotLeave(
  db: Db,
  wanted: readonly WaybillNumberToShip[],
): Promise<Map<string, NumberFault>> {
  const faults = new Map<string, NumberFault>()
  if (wanted.length === 0) return faults
  const rows = Map.groupBy(
    await selectByNumber(
      db,
      wanted.map(({ trackingNo }) => trackingNo),
    ),
    ({ tracking_no }) => tracking_no,
  )
  for (const { orderNo, trackingNo } of wanted) {
    const own = rows.get(trackingNo) ?? []
    const taken = own.filter(({ state }) => state === 'TAKEN')
    if (taken.some(({ order_no }) => order_no === orderNo)) continue
    const other = taken.find(({ used }) => !used)
    const key = `${orderNo} ${trackingNo}`
    if (other) faults.set(key, { reason: 'WAYBILL_OF_ANOTHER_ORDER', text: `这是订单 ${other.order_no} 的面单，请核对` })
    else if (own.length > taken.length) faults.set(key, { reason: 'WAYBILL_GIVEN_BACK', text: '该单号的面单已取消，请重新取号' })
  }
  return faults
}

/** Refuses WAYBILL_GIVEN_BACK, WAYBILL_OF_ANOTHER_ORDER. The caller has locked the order, so that its number is not given back meanwhile. */
export async function requireNumberMayLeave(
  db: Db,
  { orderNo, trackingNo }: { orderNo: string; trackingNo: string | undefined },
): Promise<void> {
  if (trackingNo === undefined) return
  const fault = (await findTrackingNumbersThatCannotLeave(db, [{ orderNo, trackingNo }])).get(`${orderNo} ${trackingNo}`)
  if (fault) refuse(fault.reason, { msg: fault.text, field: 'trackingNo' })
}

/** Finds which of some orders of some companies have a number that is asked for, taken or on its way back, so that a parcel may leave with it. */
export async function findOrderIdsWithLiveWaybill(
  db: Db,
  { enterpriseIds, orderIds }: { enterpriseIds: readonly string[]; orderIds: readonly string[] },
): Promise<Set<string>> {
  if (orderIds.length === 0) return new Set()
  const rows = await withoutTenantGuard(db, 'console')
    .selectFrom('waybill')
    .select('order_id')
    .where('enterprise_id', '=', anyOfIdsSql(enterpriseIds))
    .where('order_id', '=', anyOfIdsSql(orderIds))
    .where('state', 'in', ['ASKED', 'TAKEN', 'RETURNING'])
    .execute()
  return new Set(rows.map(({ order_id }) => order_id))
}
