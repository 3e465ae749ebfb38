import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { formatPossiblyNegativeAmount, KeyFigures } from '#console/platform/components/figures.tsx'
import { type Column, customColumn } from '#console/platform/components/list/columns.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import { textFilter } from '#console/platform/components/list/filters.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import type { JournalAccountBalance } from '#contract/billing/journal/console-api.ts'
import { journalAccountTypes } from '#contract/billing/journal/standards.ts'
import { Month } from '#contract/platform/core/fields.ts'
import { subtractFen } from '#contract/platform/core/money.ts'
import { createBalanceColumns } from './components/balance-columns.tsx'
import { journalApi } from './components/journal-api.ts'
import { JournalTabs } from './components/journal-tabs.tsx'

const fields = { monthFrom: textFilter('月份', Month, '如 2026-11'), monthTo: textFilter('至', Month, '如 2026-11') }

const columns: Column<JournalAccountBalance>[] = [
  customColumn({
    title: '科目',
    value: ({ account, accountName }) => (
      <Link to="/general_ledger" search={{ account }}>
        <span className="num">{account}</span> {accountName}
      </Link>
    ),
  }),
  customColumn({ title: '类别', width: 100, value: ({ type }) => (type === null ? '' : journalAccountTypes[type].label) }),
  ...createBalanceColumns<JournalAccountBalance>(),
]

/** Whether the books balance: what is debited and credited, before, in and after the months. */
function Sums() {
  const { monthFrom, monthTo } = useSearch({ strict: false })
  const read = (text: string | undefined) => (Month.safeParse(text).success ? text : undefined)
  const input = { monthFrom: read(monthFrom), monthTo: read(monthTo) }
  const { data } = useQuery({
    queryKey: ['finance', 'journal', 'sums', input],
    queryFn: () => journalApi.balances({ ...input, pageSize: 1 }),
    meta: { quiet: true },
  })
  if (!data) return null
  const { totals } = data
  const differences = [
    ['期初', subtractFen(totals.openingDebit, totals.openingCredit)],
    ['本期', subtractFen(totals.debit, totals.credit)],
    ['期末', subtractFen(totals.closingDebit, totals.closingCredit)],
  ] as const
  return (
    <KeyFigures
      figures={differences.map(([name, difference]) => ({
        name: `${name}试算`,
        value: difference === 0 ? '平衡' : '不平衡',
        tone: difference === 0 ? 'good' : 'bad',
        note: difference === 0 ? '借方合计等于贷方合计' : `借方减贷方 ${formatPossiblyNegativeAmount(difference)}`,
      }))}
    />
  )
}

/** 科目余额表: all accounts with opening, movement and closing of some months. */
export function Page() {
  return (
    <ListPage
      title="科目余额表"
      note="按凭证汇总，未选月份时为全部。合计与试算不含表外科目，与财务软件一致。"
      queryKey={['finance', 'journal', 'balances']}
      fields={fields}
      list={(input, options) => journalApi.balances(input, options)}
      exportRows={(input) => exportApi.journalBalances(input)}
      columns={columns}
      rowKey={({ account }) => account}
      width={1120}
      above={
        <>
          <JournalTabs />
          <Sums />
        </>
      }
      empty="还没有科目"
      next="在科目与记账规则中设置"
    />
  )
}
