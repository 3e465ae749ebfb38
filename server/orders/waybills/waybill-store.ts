// Waybills as rows: how they are claimed for a call that takes numbers, and what the call has brought.
import { sql } from 'kysely'
import type { WaybillState } from '#contract/orders/waybills/waybill-lifecycle.ts'
import type { TakenWaybillNumber } from '#server/adapters/waybill-numbers/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import { lockRowsByKey } from '#server/platform/core/lock-by-key.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'
import type { OrderAwaitingWaybill } from './orders-to-label.ts'

/** Names a waybill. */
export interface WaybillRef {
  enterpriseId: string
  id: string
}

/** How long a call to the provider may take, with its work before and after. */
const CLAIM_MS = 60_000

/** When a claim that is made now ends. It also says whose claim it is: the next one is made after that time. */
export const computeClaimEnd = ({ now }: Moment): Date => new Date(now.getTime() + CLAIM_MS)

/** A waybill for which this call asks. */
export interface ClaimedWaybill extends WaybillRef {
  orderId: string
  carrier: string
  /** The warehouse that it was first asked for, until the provider has refused. */
  warehouseId: string
  claimedUntil: Date
  /** Whether it is certain that the provider knows nothing of it yet. */
  isFresh: boolean
}

/** What there is for an order: a number, one that is being cancelled, a claim of this call, or a call of a colleague that is under way. */
export type WaybillOfOrder =
  | { kind: 'taken'; carrier: string; trackingNo: string }
  | { kind: 'returning'; carrier: string }
  | { kind: 'claimed'; waybill: ClaimedWaybill }
  | { kind: 'busy'; carrier: string }

/** Locks the waybills of orders that are not given back, as they were before this call. No answer is recorded meanwhile. */
function lockLive(tx: Tx, orders: readonly OrderAwaitingWaybill[]) {
  const ordersOf = Map.groupBy(orders, ({ enterpriseId }) => enterpriseId)
  return lockRowsByKey([...ordersOf.keys()], (enterpriseId) => {
    const parcels = JSON.stringify(ordersOf.get(enterpriseId))
    return tx
      .selectFrom('waybill')
      .select(['enterprise_id', 'id', 'order_id', 'carrier', 'warehouse_id', 'state', 'tracking_no', 'claimed_until'])
      .where('enterprise_id', '=', enterpriseId)
      .where('state', 'not in', ['RETURNED', 'ABANDONED'])
      .where(
        sql<boolean>`(order_id, parcel_no) in (select "id", "parcelNo" from jsonb_to_recordset(${parcels}::jsonb) as named("id" uuid, "parcelNo" int))`,
      )
      .orderBy('id')
      .forNoKeyUpdate()
      .execute()
  })
}

type LiveRow = Awaited<ReturnType<typeof lockLive>>[number]

/** Claims and releases of several rows wait for each other, so that none is made twice and none waits in a circle. */
const waitForOtherClaims = (tx: Tx) => sql`select pg_advisory_xact_lock(hashtextextended('waybills', 0))`.execute(tx)

interface SenderChoice {
  carrier: string
  warehouseId: string
}

/** Says what a live row means for a new request. An order without a row, and one that was refused, are asked for afresh. */
function toWaybillOfOrder(
  moment: Moment,
  { enterpriseId, id: orderId }: OrderAwaitingWaybill,
  row: LiveRow | undefined,
  { carrier, warehouseId }: SenderChoice,
): WaybillOfOrder {
  if (row?.state === 'TAKEN') return { kind: 'taken', carrier: row.carrier, trackingNo: row.tracking_no }
  if (row?.state === 'RETURNING') return { kind: 'returning', carrier: row.carrier }
  if (row?.claimed_until && row.claimed_until > moment.now) return { kind: 'busy', carrier: row.carrier }
  const claim = { enterpriseId, id: row?.id ?? moment.newId(), orderId, claimedUntil: computeClaimEnd(moment) }
  const request =
    row?.state === 'ASKED'
      ? { carrier: row.carrier, warehouseId: row.warehouse_id, isFresh: false }
      : { carrier, warehouseId, isFresh: true }
  return { kind: 'claimed', waybill: Object.assign(claim, request) }
}

/**
 * Claims a waybill for each order that has no number yet, by order id. Its id is the same until the number is given back or given up, so that a
 * repeated call is the same request for the provider. Carrier and warehouse are only exchanged if the provider has refused.
 */
export async function claimWaybills(
  tx: Tx,
  moment: Moment,
  { orders, staffId, ...choice }: SenderChoice & { orders: readonly OrderAwaitingWaybill[]; staffId: string },
): Promise<Map<string, WaybillOfOrder>> {
  if (orders.length === 0) return new Map()
  await waitForOtherClaims(tx)
  const live = new Map((await lockLive(tx, orders)).map((row) => [row.order_id, row]))
  const found = new Map(orders.map((order) => [order.id, toWaybillOfOrder(moment, order, live.get(order.id), choice)]))
  const numbers = new Map(orders.map(({ id, parcelNo }) => [id, parcelNo]))
  const rows = [...found.values()].flatMap((one) => (one.kind === 'claimed' ? [one.waybill] : []))
  if (rows.length === 0) return found
  const at = { asked_by: staffId, asked_at: moment.now, state_at: moment.now, claimed_until: computeClaimEnd(moment) }
  const written = await tx
    .insertInto('waybill')
    .values(
      rows.map(({ enterpriseId, id, orderId, carrier, warehouseId }) =>
        Object.assign({ enterprise_id: enterpriseId, id, order_id: orderId, parcel_no: numbers.get(orderId) ?? 1, carrier }, at, {
          warehouse_id: warehouseId,
          state: 'ASKED' as const,
        }),
      ),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['enterprise_id', 'id'])
        .doUpdateSet((eb) =>
          Object.assign({ carrier: eb.ref('excluded.carrier'), warehouse_id: eb.ref('excluded.warehouse_id') }, at, {
            state: 'ASKED' as const,
            reason: '',
          }),
        )
        .where('waybill.state', 'in', ['ASKED', 'REFUSED']),
    )
    .returning('id')
    .execute()
  if (written.length !== rows.length) throw new Error(`claimed ${written.length} of ${rows.length} waybills`)
  return found
}

/** Gives up claims whose turn did not come. Of a fresh one the provider knows nothing. */
export async function releaseClaims(tx: Tx, moment: Moment, claims: readonly ClaimedWaybill[]): Promise<void> {
  const [first] = claims
  if (!first) return
  await waitForOtherClaims(tx)
  const fresh = claims.filter(({ isFresh }) => isFresh).map(({ id }) => id)
  await withoutTenantGuard(tx, 'console')
    .updateTable('waybill')
    .set({
      claimed_until: null,
      state: sql`case when id = any(${fresh}::uuid[]) then 'REFUSED' else state end`,
      reason: '还没有轮到，请再次取号',
      state_at: moment.now,
    })
    .where('id', '=', sql<string>`any(${claims.map(({ id }) => id)}::uuid[])`)
    .where('state', '=', 'ASKED')
    .where('claimed_until', '=', first.claimedUntil)
    .execute()
}

/** What a call has brought, as columns. */
interface Brought {
  state: WaybillState
  reason: string
  tracking_no?: string
  carrier_order_no?: string
  route?: string
  sorting_place?: string
}

/** Updates a claimed waybill. Returns false if the claim has ended and the row is somebody else's. */
async function updateClaimed(tx: Tx, moment: Moment, { enterpriseId, id, claimedUntil }: ClaimedWaybill, set: Brought): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('waybill')
    .set(Object.assign(set, { claimed_until: null, state_at: moment.now }))
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .where('state', '=', 'ASKED')
    .where('claimed_until', '=', claimedUntil)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * Records the number of a claimed waybill. `other`: another parcel has it, so it is not recorded; `late`: the claim has ended, and whoever has it
 * now is answered with the same number.
 */
export async function recordTakenNumber(
  tx: Tx,
  moment: Moment,
  { claim, number }: { claim: ClaimedWaybill; number: TakenWaybillNumber },
): Promise<'taken' | 'other' | 'late'> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`waybill ${number.trackingNo}`}, 0))`.execute(tx)
  const other = await withoutTenantGuard(tx, 'console')
    .selectFrom('waybill')
    .select('id')
    .where('tracking_no', '=', number.trackingNo)
    // The condition of the index, which no plan derives from a parameter.
    .where('tracking_no', '!=', '')
    .where('carrier', '=', claim.carrier)
    .where('state', 'in', ['TAKEN', 'RETURNING'])
    .executeTakeFirst()
  if (other) return 'other'
  const set = {
    state: 'TAKEN' as const,
    tracking_no: number.trackingNo,
    carrier_order_no: number.carrierOrderNo,
    route: number.route,
    sorting_place: number.sortingPlace,
    reason: number.fault,
  }
  return (await updateClaimed(tx, moment, claim, set)) ? 'taken' : 'late'
}

/** Records that a claimed waybill has no number: refused by the provider, or not answered. A claim that has ended records nothing. */
export const recordNoNumber = (
  tx: Tx,
  moment: Moment,
  { claim, reason, refused }: { claim: ClaimedWaybill; reason: string; refused: boolean },
): Promise<boolean> => updateClaimed(tx, moment, claim, { state: refused ? 'REFUSED' : 'ASKED', reason })
