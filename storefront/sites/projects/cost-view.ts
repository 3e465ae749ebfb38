import { type Fen, sum, toYuan, ZERO } from '#contract/platform/core/money.ts'
import { addMonths } from '#contract/platform/core/shanghai.ts'
import { COST_MONTHS_MAX, type Costs } from '#contract/sites/projects/api.ts'
import type { Table } from '#ui/sheet/write-sheet.ts'

/** What the rows of a cost table stand for. */
export const costGroupings = { project: '按项目', equipment: '按设备' } as const
export type CostGrouping = keyof typeof costGroupings

/** What counts, in words. */
export const COST_RULE = '按下单月份统计已付款订单的商品净额，已扣除退款，不含运费。'

/** A row of the table: what was spent on one thing in each month, and in all. */
export interface CostLine {
  /** null: what is booked to none. */
  id: string | null
  name: string
  amounts: Fen[]
  total: Fen
}

/** All months of a span, both ends included. */
export function monthsOf(from: string, to: string): string[] {
  const months = [from]
  for (let month = from; month < to && months.length < COST_MONTHS_MAX; ) {
    month = addMonths(month, 1)
    months.push(month)
  }
  return months
}

const NONE: Record<CostGrouping, string> = { project: '未归入项目', equipment: '未指定设备' }

/** Rows by project or by equipment, the dearest first, what is booked to none at the end; together they are all that was spent. */
export function costLines({ rows, projects, equipment }: Costs, side: CostGrouping, months: readonly string[]): CostLine[] {
  const names = new Map((side === 'project' ? projects : equipment).map(({ id, name }) => [id, name]))
  const byId = Map.groupBy(rows, (row) => (side === 'project' ? row.projectId : row.equipmentId))
  const lines = [...byId].map(([id, own]): CostLine => {
    const amounts = months.map((month) => sum(own.filter((row) => row.month === month).map(({ net }) => net)))
    return { id, name: id === null ? NONE[side] : (names.get(id) ?? ''), amounts, total: sum(amounts) }
  })
  return lines.sort((a, b) => Number(a.id === null) - Number(b.id === null) || b.total - a.total || a.name.localeCompare(b.name))
}

/** What each month came to over all lines, or only over those that are booked, or not. */
export const monthTotals = (lines: readonly CostLine[], months: readonly string[]): Fen[] =>
  months.map((_, at) => sum(lines.map(({ amounts }) => amounts[at] ?? ZERO)))

/** The table as a file: a row for each thing and month that cost something, by project and equipment both. */
export function costTable({ rows, projects, equipment }: Costs): Table {
  const nameOf = (list: Costs['projects'], id: string | null, none: string) =>
    id === null ? none : (list.find((one) => one.id === id)?.name ?? '')
  return {
    columns: [
      { head: '月份', width: 10 },
      { head: '项目', width: 24 },
      { head: '设备', width: 24 },
      { head: '费用（元）', width: 16 },
    ],
    rows: rows.map(({ month, projectId, equipmentId, net }) => [
      ...[month, nameOf(projects, projectId, NONE.project), nameOf(equipment, equipmentId, NONE.equipment), toYuan(net)],
    ]),
  }
}
