import { Link, useSearch } from '@tanstack/react-router'
import { ledgerApi } from '#console/billing/finance/finance-api.ts'
import { EnterpriseFilterPicker } from '#console/people/enterprises/enterprise-picker.tsx'
import { formatPossiblyNegativeAmount } from '#console/platform/components/figures.tsx'
import { type Column, countColumn, customColumn, moneyColumn, numberColumn } from '#console/platform/components/list/columns.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import type { LedgerAccountDayTotals } from '#contract/billing/finance/ledger-api.ts'
import { DEFAULT_LEDGER_ACCOUNT, ledgerAccountFilters } from './account-fields.ts'

function DayLink({ day }: { day: string }) {
  const { account = DEFAULT_LEDGER_ACCOUNT, enterpriseId } = useSearch({ strict: false })
  return (
    <Link to="/transfers" search={{ account, enterpriseId, dateFrom: day, dateTo: day }} className="num">
      {day}
    </Link>
  )
}

const columns: Column<LedgerAccountDayTotals>[] = [
  customColumn({ title: '日期', value: ({ day }) => <DayLink day={day} /> }),
  moneyColumn({ title: '转入', width: 160, value: ({ into }) => into }),
  moneyColumn({ title: '转出', width: 160, value: ({ out }) => out }),
  numberColumn({ title: '日终余额', width: 170, value: ({ balance }) => formatPossiblyNegativeAmount(balance) }),
  countColumn({ title: '分录', value: ({ transfers }) => transfers }),
]

/** The days on which an account changed, each with the balance at its end. */
export function Page() {
  return (
    <ListPage
      title="日余额"
      note="按记账时间，亚洲/上海；点日期看当天的分录。"
      queryKey={['finance', 'ledger', 'days']}
      fields={ledgerAccountFilters}
      pickers={{ enterpriseId: EnterpriseFilterPicker }}
      list={({ account = DEFAULT_LEDGER_ACCOUNT, ...input }, options) => ledgerApi.days({ account, ...input }, options)}
      exportRows={({ account = DEFAULT_LEDGER_ACCOUNT, ...input }) => exportApi.ledgerDays({ account, ...input })}
      columns={columns}
      rowKey={({ day }) => day}
      width={720}
      empty="这个账户还没有分录"
      next="有资金变动的日子会列在这里；可换一个账户查看"
    />
  )
}
