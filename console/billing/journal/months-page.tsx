import { Link, useSearch } from '@tanstack/react-router'
import { type Column, customColumn, moneyColumn, numberColumn } from '#console/platform/components/list/columns.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import { requiredPickFilter } from '#console/platform/components/list/filters.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import type { JournalAccountMonth } from '#contract/billing/journal/console-api.ts'
import { JournalAccountCode } from '#contract/billing/journal/settings.ts'
import { formatMoney, maxFen, negateFen } from '#contract/platform/core/money.ts'
import { getLastDayOfMonth } from '#contract/platform/core/shanghai.ts'
import { RequiredJournalAccountPicker } from './components/account-picker.tsx'
import { journalApi } from './components/journal-api.ts'
import { JournalTabs } from './components/journal-tabs.tsx'
import { DEFAULT_JOURNAL_ACCOUNT } from './components/use-journal-accounts.ts'

const fields = { account: requiredPickFilter('科目', JournalAccountCode) }

function MonthLink({ month }: { month: string }) {
  const { account = DEFAULT_JOURNAL_ACCOUNT } = useSearch({ strict: false })
  return (
    <Link to="/journal" search={{ account, dateFrom: `${month}-01`, dateTo: getLastDayOfMonth(month) }} className="num">
      {month}
    </Link>
  )
}

const columns: Column<JournalAccountMonth>[] = [
  customColumn({ title: '月份', value: ({ month }) => <MonthLink month={month} /> }),
  moneyColumn({ title: '借方', width: 150, value: ({ debit }) => debit }),
  moneyColumn({ title: '贷方', width: 150, value: ({ credit }) => credit }),
  customColumn({ title: '方向', width: 70, value: ({ balance }) => (balance === 0 ? '平' : balance > 0 ? '借' : '贷') }),
  numberColumn({ title: '余额', width: 160, value: ({ balance }) => formatMoney(maxFen(balance, negateFen(balance))) }),
]

/** 总账: the months of an account, each with the balance at its end. */
export function Page() {
  return (
    <ListPage
      title="总账"
      note="所选科目各月的发生额与余额；点月份看当月的凭证（明细账）。"
      queryKey={['finance', 'journal', 'months']}
      fields={fields}
      pickers={{ account: RequiredJournalAccountPicker }}
      list={({ account = DEFAULT_JOURNAL_ACCOUNT, ...input }, options) => journalApi.months({ account, ...input }, options)}
      exportRows={({ account = DEFAULT_JOURNAL_ACCOUNT, ...input }) => exportApi.journalMonths({ account, ...input })}
      columns={columns}
      rowKey={({ month }) => month}
      width={720}
      above={<JournalTabs />}
      empty="这个科目还没有发生额"
      next="可换一个科目查看"
    />
  )
}
