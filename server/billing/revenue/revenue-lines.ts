// Reads and writes the table `revenue_line`, and reads the transfers that it splits.
import { sql } from 'kysely'
import { interestRevenueKinds } from '#contract/billing/revenue/line-kinds.ts'
import type { BasisPoints, Fen } from '#contract/platform/core/money.ts'
import { getStartOfNextShanghaiDay, getStartOfShanghaiDay } from '#contract/platform/core/shanghai.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { OrderLineRevenuePosition, RevenueChange } from './order-revenue.ts'
import type { OrderRef } from './read-orders.ts'

/** A transfer into or out of revenue. `amountFen` is negative if it goes out. */
export interface RevenueTransfer {
  id: string
  enterpriseId: string
  kind: string
  at: Date
  valueDay: string
  amountFen: Fen
  interest: boolean
  orderId: string | null
  /** The parcel whose drawdown it posts or takes back. */
  parcelId: string | null
  refundId: string | null
  afterSaleId: string | null
}

/** Lists the transfers of a day into and out of revenue, with the order that each is about. */
export async function listRevenueTransfers(db: Db, day: string): Promise<RevenueTransfer[]> {
  const { rows } = await sql<RevenueTransfer>`
    with moved as materialized (
      select t.*, case when t.to_account in ('sales', 'interestIncome') then 1 else -1 end as sign, 'interestIncome' in (t.from_account, t.to_account) as interest
      from ledger_transfer t where t.at >= ${getStartOfShanghaiDay(day)} and t.at < ${getStartOfNextShanghaiDay(day)}
        and (t.from_account in ('sales', 'interestIncome') or t.to_account in ('sales', 'interestIncome')))
    select m.id, m.enterprise_id as "enterpriseId", m.kind, m.at, m.value_day::text as "valueDay", m.sign * m.amount_fen as "amountFen", m.interest,
      coalesce(p.order_id, dp.order_id, r.order_id, n.order_id, o.id) as "orderId", coalesce(p.id, dp.id) as "parcelId",
      coalesce(r.id, n.id) as "refundId", coalesce(r.after_sale_id, n.after_sale_id) as "afterSaleId"
    from moved m
      left join parcel p on m.kind = 'draw' and p.enterprise_id = m.enterprise_id and p.id = m.document
      left join refund r on m.sign < 0 and not m.interest and r.enterprise_id = m.enterprise_id and r.id = m.document
      left join ledger_transfer d on m.sign < 0 and not m.interest and d.enterprise_id = m.enterprise_id and d.id = m.document and d.kind = 'draw'
      left join parcel dp on dp.enterprise_id = d.enterprise_id and dp.id = d.document
      left join "order" o on p.id is null and not m.interest and o.enterprise_id = m.enterprise_id and o.id = m.document
      left join refund n on m.sign < 0 and m.kind <> 'undoPayment' and n.enterprise_id = o.enterprise_id and n.order_id = o.id and n.seq = m.seq
    order by m.at, m.id`.execute(db)
  return rows
}

/** Reads what the lines of orders had at the beginning of a day, by order and line, and which parcels were recognised. */
export async function readOrderLinePositionsBeforeDay(
  db: Db,
  orders: readonly OrderRef[],
  day: string,
): Promise<{ positions: Map<string, Map<number, OrderLineRevenuePosition>>; recognised: Set<string> }> {
  const { rows } = await sql<OrderLineRevenuePosition & { orderId: string; lineNo: number; sources: string[] }>`
    select l.order_id as "orderId", l.line_no as "lineNo", sum(l.held_fen)::bigint as "heldFen", sum(l.held_tax_fen)::bigint as "heldTaxFen",
      (array_agg(l.rate_bp order by l.day desc) filter (where l.held_fen > 0))[1] as "heldRateBp",
      coalesce(sum(l.earned_fen) filter (where l.rate_bp is not null), 0)::bigint as "earnedFen", sum(l.earned_tax_fen)::bigint as "earnedTaxFen",
      (select coalesce(json_agg(json_build_object('rateBp', e.rate_bp, 'fen', e.fen, 'taxFen', e.tax) order by e.last), '[]') from (
        select rate_bp, sum(earned_fen)::bigint as fen, sum(earned_tax_fen)::bigint as tax, max(day) filter (where earned_fen > 0) as last from revenue_line e
        where e.enterprise_id = l.enterprise_id and e.order_id = l.order_id and e.line_no = l.line_no and e.day < ${day} and e.rate_bp is not null group by e.rate_bp) e
        where e.fen <> 0) as "earnedAt",
      coalesce(array_agg(l.source_id) filter (where l.kind = 'recognise'), '{}') as sources
    from unnest(${orders.map(({ enterpriseId }) => enterpriseId)}::uuid[], ${orders.map(({ orderId }) => orderId)}::uuid[]) w(enterprise_id, order_id)
      join revenue_line l on l.enterprise_id = w.enterprise_id and l.order_id = w.order_id
    where l.day < ${day} group by l.enterprise_id, l.order_id, l.line_no`.execute(db)
  const positions = new Map<string, Map<number, OrderLineRevenuePosition>>()
  for (const { orderId, lineNo, sources: _, ...position } of rows) {
    const own = positions.get(orderId) ?? new Map<number, OrderLineRevenuePosition>()
    positions.set(orderId, own.set(lineNo, position))
  }
  return { positions, recognised: new Set(rows.flatMap(({ sources }) => sources)) }
}

/** Finds the parcels whose drawdown was held before a day, so that they become revenue when they are received. */
export async function findParcelsWithRevenueHeldBefore(db: Db, orders: readonly OrderRef[], day: string): Promise<Set<string>> {
  const { rows } = await sql<{ parcelId: string }>`
    select t.document as "parcelId" from unnest(${orders.map(({ enterpriseId }) => enterpriseId)}::uuid[], ${orders.map(({ orderId }) => orderId)}::uuid[]) w(enterprise_id, order_id)
      join revenue_line l on l.enterprise_id = w.enterprise_id and l.order_id = w.order_id and l.kind = 'draw' and l.held_fen > 0 and l.day < ${day}
      join ledger_transfer t on t.enterprise_id = l.enterprise_id and t.id = l.source_id`.execute(db)
  return new Set(rows.map(({ parcelId }) => parcelId))
}

/** Reads the interest that companies were charged before a day, less what went back, by company and rate (the key is `${id} ${rateBp}`). */
export async function sumInterestChargedBeforeDay(db: Db, enterpriseIds: readonly string[], day: string): Promise<Map<string, Fen>> {
  const { rows } = await sql<{ key: string; fen: Fen }>`
    select concat_ws(' ', enterprise_id, rate_bp) as key, sum(earned_fen)::bigint as fen from revenue_line
    where enterprise_id = any(${[...enterpriseIds]}::uuid[]) and order_id is null and rate_bp is not null and day < ${day} and kind = any(${[...interestRevenueKinds]}::text[])
    group by enterprise_id, rate_bp`.execute(db)
  return new Map(rows.map(({ key, fen }) => [key, fen]))
}

/** Interest that was charged, with the rate of its tax, or that goes back (negative). */
export interface InterestMovement {
  valueDay: string
  /** null: it was charged without tax, before the split or by a system that the company has moved in from. */
  rateBp: BasisPoints | null
  amountFen: Fen
}

/** Lists how the interest of companies moved before a day, the earliest first. What was moved in comes before all else. */
export async function listInterestMovementsBeforeDay(
  db: Db,
  enterpriseIds: readonly string[],
  day: string,
): Promise<(InterestMovement & { enterpriseId: string })[]> {
  if (enterpriseIds.length === 0) return []
  const { rows } = await sql<InterestMovement & { enterpriseId: string }>`
    select t.enterprise_id as "enterpriseId", t.value_day::text as "valueDay", case when t.from_account = 'interestIncome' then -t.amount_fen else t.amount_fen end as "amountFen",
      (select l.rate_bp from revenue_line l where l.enterprise_id = t.enterprise_id and l.source_id = t.id and l.part_no = 0) as "rateBp"
    from ledger_transfer t where t.enterprise_id = any(${[...enterpriseIds]}::uuid[]) and t.at < ${getStartOfNextShanghaiDay(day)}
      and (t.kind = 'openInterest' or (t.at < ${getStartOfShanghaiDay(day)} and t.kind = any(${[...interestRevenueKinds]}::text[])))
    order by t.kind = 'openInterest' desc, t.at, t.from_account = 'interestIncome', t.id`.execute(db)
  return rows
}

export interface NewRevenueLine extends RevenueChange {
  enterpriseId: string
  orderId: string | null
  shopId: string | null
  projectId: string | null
}

/** Whether a day has its lines. */
export async function hasRevenueLines(db: Db, day: string): Promise<boolean> {
  return (await db.selectFrom('revenue_line').select('day').where('day', '=', day).limit(1).executeTakeFirst()) !== undefined
}

/** Inserts lines of a day with one statement. */
export async function insertRevenueLines(tx: Tx, day: string, lines: readonly NewRevenueLine[]): Promise<void> {
  if (lines.length === 0) return
  await sql`
    insert into revenue_line (enterprise_id, source_id, line_no, part_no, day, kind, order_id, shop_id, project_id, tax_code, rate_bp, held_fen, held_tax_fen, earned_fen, earned_tax_fen)
    select "enterpriseId", "sourceId", "lineNo", "partNo", ${day}::date, kind, "orderId", "shopId", "projectId", "taxCode", "rateBp", "heldFen", "heldTaxFen", "earnedFen", "earnedTaxFen"
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as given("enterpriseId" uuid, "sourceId" uuid, "lineNo" smallint, "partNo" smallint, kind text, "orderId" uuid, "shopId" uuid,
      "projectId" uuid, "taxCode" text, "rateBp" int, "heldFen" bigint, "heldTaxFen" bigint, "earnedFen" bigint, "earnedTaxFen" bigint)`.execute(
    tx,
  )
}
