import { type Fen, sum, toYuan, ZERO_FEN } from '#contract/platform/core/money.ts'
import { addMonths } from '#contract/platform/core/shanghai.ts'
import { PROJECT_COST_MONTHS_MAX, type ProjectCosts } from '#contract/sites/projects/api.ts'
import type { SheetTable } from '#ui/sheet/write-sheet.ts'

/** What the rows of a cost table are: projects or equipment. */
export const costGroupings = { project: '按项目', equipment: '按设备' } as const
export type CostGrouping = keyof typeof costGroupings

/** Describes which orders count. */
export const COST_RULE_TEXT = '按下单月份统计已付款订单的商品净额，已扣除退款，不含运费。'

/** A row of the table: the costs of one project or piece of equipment, by month and in total. */
export interface MonthlyCostRow {
  /** null: costs that are not allocated. */
  id: string | null
  name: string
  amounts: Fen[]
  total: Fen
}

/** Returns all months of a period, including both ends. */
export function listMonths(from: string, to: string): string[] {
  const months = [from]
  for (let month = from; month < to && months.length < PROJECT_COST_MONTHS_MAX; ) {
    month = addMonths(month, 1)
    months.push(month)
  }
  return months
}

const NONE: Record<CostGrouping, string> = { project: '未归入项目', equipment: '未指定设备' }

/** Returns the rows by project or by equipment, the highest costs first, the unallocated costs last. Together they are all costs. */
export function toMonthlyCostRows(
  { rows, projects, equipment }: ProjectCosts,
  side: CostGrouping,
  months: readonly string[],
): MonthlyCostRow[] {
  const names = new Map((side === 'project' ? projects : equipment).map(({ id, name }) => [id, name]))
  const byId = Map.groupBy(rows, (row) => (side === 'project' ? row.projectId : row.equipmentId))
  const lines = [...byId].map(([id, own]): MonthlyCostRow => {
    const amounts = months.map((month) => sum(own.filter((row) => row.month === month).map(({ net }) => net)))
    return { id, name: id === null ? NONE[side] : (names.get(id) ?? ''), amounts, total: sum(amounts) }
  })
  return lines.sort((a, b) => Number(a.id === null) - Number(b.id === null) || b.total - a.total || a.name.localeCompare(b.name))
}

/** Returns the total of each month: of all lines, of allocated lines, or of unallocated lines. */
export const computeMonthTotals = (lines: readonly MonthlyCostRow[], months: readonly string[]): Fen[] =>
  months.map((_, at) => sum(lines.map(({ amounts }) => amounts[at] ?? ZERO_FEN)))

/** Returns the table for a file: one row for each project, piece of equipment and month with costs. */
export function toCostSheetTable({ rows, projects, equipment }: ProjectCosts): SheetTable {
  const nameOf = (list: ProjectCosts['projects'], id: string | null, none: string) =>
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
