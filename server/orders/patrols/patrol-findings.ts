// Reads and writes the table `patrol_finding`: the findings of patrols and what was done about them.
import { sql } from 'kysely'
import type { PatrolFindingSeverity, PatrolFindingState } from '#contract/orders/patrols/patrol-api.ts'
import { anyOfIdsSql, type Db, type Tx } from '#server/platform/core/db.ts'
import type { PatrolRef } from './patrols.ts'

export interface NewPatrolFinding {
  text: string
  severity: PatrolFindingSeverity
  fileId: string | null
  equipmentId: string | null
  skuId: string | null
  goodsNum: number | null
}

export interface PatrolFindingRow extends NewPatrolFinding {
  id: string
  patrolId: string
  state: PatrolFindingState
  cartUserId: string | null
  orderNo: string | null
}

const rows = (db: Db, enterpriseId: string) =>
  db
    .selectFrom('patrol_finding')
    .select(['id', 'patrol_id', 'text', 'severity', 'state', 'file_id', 'equipment_id', 'sku_id', 'goods_num', 'cart_user_id', 'order_no'])
    .where('enterprise_id', '=', enterpriseId)

type Raw = Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>
const rowFrom = (row: Raw): PatrolFindingRow => ({
  id: row.id,
  patrolId: row.patrol_id,
  text: row.text,
  severity: row.severity,
  state: row.state,
  fileId: row.file_id,
  equipmentId: row.equipment_id,
  skuId: row.sku_id,
  goodsNum: row.goods_num,
  cartUserId: row.cart_user_id,
  orderNo: row.order_no,
})

/** Lists the findings of the given patrols, patrol by patrol, in the sequence in which they were recorded. */
export async function listPatrolFindings(db: Db, enterpriseId: string, patrolIds: readonly string[]): Promise<PatrolFindingRow[]> {
  if (patrolIds.length === 0) return []
  const found = await rows(db, enterpriseId)
    .where('patrol_id', '=', anyOfIdsSql(patrolIds))
    .orderBy('patrol_id')
    .orderBy('position')
    .execute()
  return found.map(rowFrom)
}

/** Finds findings by id. Those of deleted patrols are left out. */
export async function findPatrolFindings(db: Db, enterpriseId: string, ids: readonly string[]): Promise<PatrolFindingRow[]> {
  const found = await rows(db, enterpriseId)
    .where('id', '=', anyOfIdsSql(ids))
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('patrol')
          .select('patrol.id')
          .where('patrol.enterprise_id', '=', enterpriseId)
          .whereRef('patrol.id', '=', 'patrol_finding.patrol_id')
          .where('patrol.deleted_at', 'is', null),
      ),
    )
    .orderBy('id')
    .execute()
  return found.map(rowFrom)
}

export async function insertPatrolFindings(
  tx: Tx,
  { enterpriseId, id: patrolId }: PatrolRef,
  { findings, from }: { findings: readonly (NewPatrolFinding & { id: string })[]; from: number },
): Promise<void> {
  if (findings.length === 0) return
  const values = findings.map(({ id, text, severity, fileId, equipmentId, skuId, goodsNum }, at) => ({
    enterprise_id: enterpriseId,
    patrol_id: patrolId,
    id,
    position: from + at,
    text,
    severity,
    state: 'OPEN' as const,
    file_id: fileId,
    equipment_id: equipmentId,
    sku_id: skuId,
    goods_num: goodsNum,
  }))
  await tx.insertInto('patrol_finding').values(values).execute()
}

const change = (tx: Tx, enterpriseId: string, ids: readonly string[]) =>
  tx.updateTable('patrol_finding').where('enterprise_id', '=', enterpriseId).where('id', '=', anyOfIdsSql(ids))

/** A reopened finding returns to its former state: ordered if it has an order, else open. */
export async function updatePatrolFindingStateColumn(tx: Tx, enterpriseId: string, id: string, closed: boolean): Promise<void> {
  const opened = sql<PatrolFindingState>`case when order_no is null then 'OPEN' else 'ORDERED' end`
  await change(tx, enterpriseId, [id])
    .set({ state: closed ? 'CLOSED' : opened, cart_user_id: null })
    .execute()
}

/** Removes the cart from findings whose goods are not in that cart any more. */
export async function clearCartUserOfPatrolFindings(
  tx: Tx,
  enterpriseId: string,
  found: readonly Pick<PatrolFindingRow, 'id' | 'cartUserId'>[],
): Promise<void> {
  for (const { id, cartUserId } of found)
    if (cartUserId !== null)
      await change(tx, enterpriseId, [id]).set({ cart_user_id: null }).where('cart_user_id', '=', cartUserId).execute()
}

/** Records in whose cart the goods of open findings are, if they are in nobody's yet. Returns for how many. */
export async function recordCartUserOfPatrolFindings(
  tx: Tx,
  { enterpriseId, userId }: { enterpriseId: string; userId: string },
  ids: readonly string[],
): Promise<number> {
  const open = change(tx, enterpriseId, ids).set({ cart_user_id: userId }).where('state', '=', 'OPEN').where('cart_user_id', 'is', null)
  return Number((await open.executeTakeFirst()).numUpdatedRows)
}

/**
 * Marks the findings whose goods a person had in the cart as ordered, for the ordered SKUs, with the order of each. One statement if there
 * are none.
 */
export async function recordPatrolFindingsOrdered(
  tx: Tx,
  { enterpriseId, userId }: { enterpriseId: string; userId: string },
  orderNoBySku: ReadonlyMap<string, string>,
): Promise<void> {
  const waiting = await rows(tx, enterpriseId)
    .where('cart_user_id', '=', userId)
    .where('state', '=', 'OPEN')
    .where('sku_id', '=', anyOfIdsSql([...orderNoBySku.keys()]))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  for (const { id, sku_id } of waiting) {
    const orderNo = orderNoBySku.get(sku_id ?? '')
    if (orderNo) await change(tx, enterpriseId, [id]).set({ state: 'ORDERED', order_no: orderNo, cart_user_id: null }).execute()
  }
}
