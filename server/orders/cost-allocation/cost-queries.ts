// Reads from orders the costs of projects and equipment. It writes nothing.
import { sql } from 'kysely'
import type { OrderState } from '#contract/orders/orders/order-lifecycle.ts'
import type { Fen } from '#contract/platform/core/money.ts'
import type { Db } from '#server/platform/core/db.ts'

/** Order states without costs: not paid yet, or cancelled. */
const COSTS_NOTHING: readonly OrderState[] = ['WAIT_APPROVAL', 'WAIT_PAY', 'CANCELLED']

/** Selects the order lines of an enterprise that count as costs, with their orders. */
const costing = (db: Db, enterpriseId: string) =>
  db
    .selectFrom('order')
    .innerJoin('order_line as line', (join) =>
      join.onRef('line.enterprise_id', '=', 'order.enterprise_id').onRef('line.order_id', '=', 'order.id'),
    )
    .where('order.enterprise_id', '=', enterpriseId)
    .where('order.state', 'not in', COSTS_NOTHING)

/** The net amount of lines in fen: after discounts and refunds. */
const net = sql<Fen>`sum(line.amount_fen - line.discount_fen - line.dropped_fen - line.returned_fen)::bigint`

interface Span {
  from: Date
  until: Date
}

export interface NetCostRow {
  /** The month of the order, 'YYYY-MM' in Asia/Shanghai. */
  month: string
  projectId: string | null
  equipmentId: string | null
  netFen: Fen
}

/** Sums net amounts in fen of the orders in a span, by month, project and equipment. */
export async function sumNetCostsByMonthProjectAndEquipment(db: Db, enterpriseId: string, { from, until }: Span): Promise<NetCostRow[]> {
  const month = sql<string>`to_char("order".created_at at time zone 'Asia/Shanghai', 'YYYY-MM')`
  const rows = await costing(db, enterpriseId)
    .select([month.as('month'), 'order.project_id', 'line.equipment_id', net.as('net_fen')])
    .where('order.created_at', '>=', from)
    .where('order.created_at', '<', until)
    .groupBy(['order.project_id', 'line.equipment_id', month])
    .orderBy('month')
    .orderBy('order.project_id')
    .orderBy('line.equipment_id')
    .execute()
  return rows.map(({ project_id, equipment_id, net_fen, ...row }) => ({
    ...row,
    projectId: project_id,
    equipmentId: equipment_id,
    netFen: net_fen,
  }))
}

/** Sums net amounts in fen by project, of all time or of a span. */
export async function sumNetCostsByProject(db: Db, enterpriseId: string, span?: Span): Promise<Map<string, Fen>> {
  let query = costing(db, enterpriseId).where('order.project_id', 'is not', null)
  if (span) query = query.where('order.created_at', '>=', span.from).where('order.created_at', '<', span.until)
  const rows = await query
    .select(['order.project_id', net.as('net_fen')])
    .groupBy('order.project_id')
    .execute()
  return new Map(rows.flatMap(({ project_id, net_fen }) => (project_id ? [[project_id, net_fen] as const] : [])))
}

export interface EquipmentOrderedUnits {
  equipmentId: string
  skuId: string
  /** The day of the order in Asia/Shanghai. */
  day: string
  shipped: number
  coming: number
}

/**
 * Lists the ordered parts of equipment since a time, by piece, SKU and day: units that were shipped and kept, and units that are still to
 * be shipped.
 */
export async function listEquipmentUnitsOrderedSince(db: Db, enterpriseId: string, since: Date): Promise<EquipmentOrderedUnits[]> {
  const day = sql<string>`to_char("order".created_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD')`
  const rows = await costing(db, enterpriseId)
    .where('line.equipment_id', 'is not', null)
    .where('order.created_at', '>=', since)
    .select(['line.equipment_id', 'line.sku_id', day.as('day')])
    .select(sql<number>`sum(line.shipped - line.returned)::int`.as('shipped'))
    .select(sql<number>`sum(line.quantity - line.shipped - line.dropped)::int`.as('coming'))
    .groupBy(['line.equipment_id', 'line.sku_id', day])
    .execute()
  return rows.flatMap(({ equipment_id, sku_id, ...row }) => (equipment_id ? [{ ...row, equipmentId: equipment_id, skuId: sku_id }] : []))
}

/** Finds the project of the member's last order that had one. */
export async function findProjectIdOfLastOrder(
  db: Db,
  { enterpriseId, userId }: { enterpriseId: string; userId: string },
): Promise<string | null> {
  const row = await db
    .selectFrom('order')
    .select('project_id')
    .where('enterprise_id', '=', enterpriseId)
    .where('user_id', '=', userId)
    .where('project_id', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.project_id ?? null
}
