// Reads what the lines of orders earned, by the rules of the totals.
import { sql } from 'kysely'
import type { OrderLineMargin } from '#contract/billing/margins/api.ts'
import type { Fen } from '#contract/platform/core/money.ts'
import type { Db } from '#server/platform/core/db.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'
import { toMargin } from './margins.ts'
import { sumMarginsByOrderLineSql } from './movements-sql.ts'

interface Row {
  orderNo: string
  lineNo: number
  units: number
  revenue: Fen
  cost: Fen
  known: boolean
}

/**
 * Reads what the lines of some orders earned until the last day of the journal, by order number. A line that has earned nothing yet is not
 * there, and no cost is said where some of it is unknown.
 */
export async function readMarginsOfOrders(db: Db, orderNos: readonly string[]): Promise<Map<string, OrderLineMargin[]>> {
  if (orderNos.length === 0) return new Map()
  const { rows } = await sql<Row>`${sql.raw(sumMarginsByOrderLineSql(orderNos))}`.execute(withoutTenantGuard(db, 'console'))
  const byOrder = Map.groupBy(rows, ({ orderNo }) => orderNo)
  return new Map([...byOrder].map(([orderNo, lines]) => [orderNo, lines.map(toOrderLineMargin)]))
}

function toOrderLineMargin({ lineNo, known, units, revenue, cost }: Row): OrderLineMargin {
  const sums = toMargin({ units, revenue, cost })
  return known ? { lineNo, ...sums } : { lineNo, units, revenue, cost: null, margin: null, rate: null }
}
