import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fen, sum } from '#contract/platform/core/money.ts'
import type { ProjectCosts } from '#contract/sites/projects/api.ts'
import { computeMonthTotals, listMonths, toCostSheetTable, toMonthlyCostRows } from './cost-view.ts'

const months = listMonths('2026-11', '2027-02')
const row = fc.record({
  month: fc.constantFrom(...months),
  projectId: fc.constantFrom(null, 'a', 'b'),
  equipmentId: fc.constantFrom(null, 'r'),
  net: fc.nat(9_999_999).map(fen),
})
const costs = fc.array(row, { maxLength: 30 }).map(
  (rows): ProjectCosts => ({
    rows,
    total: sum(rows.map(({ net }) => net)),
    projects: [
      { id: 'a', name: '一号井' },
      { id: 'b', name: '二号井' },
    ],
    equipment: [{ id: 'r', name: '钻机' }],
  }),
)

test('a period lists all its months across the turn of the year, up to the maximum of the table', () => {
  expect(months).toEqual(['2026-11', '2026-12', '2027-01', '2027-02'])
  expect(listMonths('2026-11', '2026-11')).toEqual(['2026-11'])
  expect(listMonths('2020-01', '2026-11')).toHaveLength(24)
})

test.each(['project', 'equipment'] as const)('the monthly cost rows by %s add up to the total', (side) =>
  fc.assert(
    fc.property(costs, (given) => {
      const lines = toMonthlyCostRows(given, side, months)
      expect(sum(lines.map(({ total }) => total))).toBe(given.total)
      expect(sum(computeMonthTotals(lines, months))).toBe(given.total)
      expect(lines.findIndex(({ id }) => id === null)).toBeOneOf([-1, lines.length - 1])
    }),
  ),
)

test('the file names costs without a project or equipment', () => {
  const given: ProjectCosts = {
    rows: [{ month: '2026-11', projectId: null, equipmentId: null, net: fen(12_345) }],
    projects: [],
    equipment: [],
    total: fen(12_345),
  }
  expect(toCostSheetTable(given).rows).toEqual([['2026-11', '未归入项目', '未指定设备', 123.45]])
})
