// What orders say of the projects and the equipment that they are booked to. Only reads.
import { sql } from 'kysely'
import type { OrderState } from '#contract/orders/orders/order-lifecycle.ts'
import type { Fen } from '#contract/platform/core/money.ts'
import type { Db } from '#server/platform/core/db.ts'

/** Orders that cost nothing: not paid yet, or never to be. */
const COSTS_NOTHING: readonly OrderState[] = ['WAIT_APPROVAL', 'WAIT_PAY', 'CANCELLED']

/** Lines of a company's orders that cost something, with their orders. */
const costing = (db: Db, enterpriseId: string) =>
  db
    .selectFrom('order')
    .innerJoin('order_line as line', (join) =>
      join.onRef('line.enterprise_id', '=', 'order.enterprise_id').onRef('line.order_id', '=', 'order.id'),
    )
    .where('order.enterprise_id', '=', enterpriseId)
    .where('order.state', 'not in', COSTS_NOTHING)

/** What lines came to, less what went back of them. */
const net = sql<Fen>`sum(line.amount_fen - line.discount_fen - line.dropped_fen - line.returned_fen)::bigint`

interface Span {
  from: Date
  until: Date
}

export interface NetCostRow {
  /** Of the order, 'YYYY-MM' in Shanghai. */
  month: string
  projectId: string | null
  equipmentId: string | null
  netFen: Fen
}

/** Net amounts of the orders of a span, by month, project and equipment. */
export async function sumNetCosts(db: Db, enterpriseId: string, { from, until }: Span): Promise<NetCostRow[]> {
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

/** Net amounts by project, ever or of a span. */
export async function sumNetCostsByProject(db: Db, enterpriseId: string, span?: Span): Promise<Map<string, Fen>> {
  let query = costing(db, enterpriseId).where('order.project_id', 'is not', null)
  if (span) query = query.where('order.created_at', '>=', span.from).where('order.created_at', '<', span.until)
  const rows = await query
    .select(['order.project_id', net.as('net_fen')])
    .groupBy('order.project_id')
    .execute()
  return new Map(rows.flatMap(({ project_id, net_fen }) => (project_id ? [[project_id, net_fen] as const] : [])))
}

export interface DeliveredUnits {
  equipmentId: string
  skuId: string
  /** The day of the order in Shanghai. */
  day: string
  shipped: number
  coming: number
}

/** What was ordered for equipment since an instant, by piece, SKU and day: units that have left and stayed, and units that are to leave. */
export async function listDeliveredSince(db: Db, enterpriseId: string, since: Date): Promise<DeliveredUnits[]> {
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

/** The project of a member's last order that was booked to one. */
export async function findLastBookedProject(
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
