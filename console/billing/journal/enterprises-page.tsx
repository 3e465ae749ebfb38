import type { Column } from '#console/platform/components/list/columns.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import { requiredPickFilter, textFilter } from '#console/platform/components/list/filters.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import type { JournalAccountEnterpriseBalance } from '#contract/billing/journal/console-api.ts'
import { JournalAccountCode } from '#contract/billing/journal/settings.ts'
import { Month } from '#contract/platform/core/fields.ts'
import { RequiredJournalAccountPicker } from './components/account-picker.tsx'
import { createBalanceColumns } from './components/balance-columns.tsx'
import { createCustomerColumn } from './components/customer-column.tsx'
import { journalApi } from './components/journal-api.ts'
import { JournalTabs } from './components/journal-tabs.tsx'
import { DEFAULT_JOURNAL_ACCOUNT } from './components/use-journal-accounts.ts'

const fields = {
  account: requiredPickFilter('科目', JournalAccountCode),
  monthFrom: textFilter('月份', Month, '如 2026-11'),
  monthTo: textFilter('至', Month, '如 2026-11'),
}
const columns: Column<JournalAccountEnterpriseBalance>[] = [
  createCustomerColumn(),
  ...createBalanceColumns<JournalAccountEnterpriseBalance>(),
]

/** 客户往来: what each company has in an account. */
export function Page() {
  return (
    <ListPage
      title="客户往来"
      note="所选科目按客户汇总，余额大的在前。"
      queryKey={['finance', 'journal', 'enterprises']}
      fields={fields}
      pickers={{ account: RequiredJournalAccountPicker }}
      list={({ account = DEFAULT_JOURNAL_ACCOUNT, ...input }, options) => journalApi.enterprises({ account, ...input }, options)}
      exportRows={({ account = DEFAULT_JOURNAL_ACCOUNT, ...input }) => exportApi.journalEnterprises({ account, ...input })}
      columns={columns}
      rowKey={({ enterpriseId }) => enterpriseId}
      width={1040}
      above={<JournalTabs />}
      empty="这个科目还没有客户往来"
      next="可换一个科目查看"
    />
  )
}
