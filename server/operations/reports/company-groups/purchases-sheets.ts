import type { CompanyGroupCategories, CompanyGroupPurchases } from '#contract/billing/company-groups/shapes.ts'
import { sum, ZERO_FEN } from '#contract/platform/core/money.ts'
import type { ColumnHeader, Sheet } from '#server/adapters/spreadsheets/public.ts'

const text = (title: string, width: number): ColumnHeader => ({ title, width, kind: 'text' })
const money = (title: string, width = 14): ColumnHeader => ({ title, width, kind: 'money' })

/** The purchases of a group as sheets: by company and month, and by category and company, each with the sums of its own rows. */
export function buildCompanyGroupPurchaseSheets(
  { months, members, totals }: CompanyGroupPurchases,
  { members: shown, categories }: CompanyGroupCategories,
): Sheet[] {
  return [
    {
      name: '按月',
      columns: [text('企业', 30), ...months.map((month) => money(month)), money('合计', 16)],
      rows: [...members.map(({ name, amounts, total }) => [name ?? '', ...amounts, total]), ['合计', ...totals, sum(totals)]],
    },
    {
      name: '按分类',
      columns: [text('分类', 30), ...shown.map(({ name }) => money(name ?? '', 24)), money('合计', 16)],
      rows: [
        ...categories.map(({ name, amounts, total }) => [name, ...amounts, total]),
        [
          '合计',
          ...shown.map((_, at) => sum(categories.map(({ amounts }) => amounts[at] ?? ZERO_FEN))),
          sum(categories.map(({ total }) => total)),
        ],
      ],
    },
  ]
}
