import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { ledgerApi } from '#console/billing/finance/finance-api.ts'
import { EnterpriseFilterPicker } from '#console/people/enterprises/enterprise-picker.tsx'
import { formatPossiblyNegativeAmount, KeyFigures } from '#console/platform/components/figures.tsx'
import { type Column, customColumn, moneyColumn, numberColumn } from '#console/platform/components/list/columns.tsx'
import { DataTable } from '#console/platform/components/list/data-table.tsx'
import { PageHead, Panel } from '#console/platform/components/panel.tsx'
import { LoadingPage, QueryContent } from '#console/platform/components/states.tsx'
import { useNow } from '#console/platform/components/use-now.ts'
import type { LedgerAccountTotals } from '#contract/billing/finance/ledger-api.ts'
import { type Fen, formatMoney } from '#contract/platform/core/money.ts'
import { addDays, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { formatCount } from '#ui/format.ts'
import '#console/billing/finance/components/finance.css'

/** Transfers of all enterprises are shown one month at a time. */
const MONTH_DAYS = 31

/**
 * 账簿: all accounts with their balances, of the platform or of an enterprise. Each links to its transfers. The sum of all balances is zero.
 */
export function Page() {
  const { enterpriseId } = useSearch({ strict: false })
  const navigate = useNavigate()
  const found = useQuery({
    queryKey: ['finance', 'ledger', 'accounts', enterpriseId],
    queryFn: () => ledgerApi.accounts(enterpriseId === undefined ? {} : { enterpriseId }),
  })
  return (
    <>
      <PageHead title="账簿" note="复式记账：每笔分录从一个账户到另一个，全部余额之和恒为零。" />
      <div className="panel ledger-scope">
        <search className="filter-row">
          <div className="filter filter-pick">
            <label htmlFor="scope">企业</label>
            <EnterpriseFilterPicker
              id="scope"
              value={enterpriseId}
              change={(value) => void navigate({ to: '.', search: value === undefined ? {} : { enterpriseId: value } })}
            />
          </div>
          {enterpriseId === undefined && <span className="mute">全平台</span>}
        </search>
      </div>
      <QueryContent from={found} waiting={<LoadingPage />}>
        {({ accounts, total }) => (
          <>
            <Trial accounts={accounts} total={total} />
            <Accounts title="企业侧账户" rows={accounts.filter(({ side }) => side === 'buyer')} enterpriseId={enterpriseId} />
            <Accounts title="平台侧账户" rows={accounts.filter(({ side }) => side === 'platform')} enterpriseId={enterpriseId} />
          </>
        )}
      </QueryContent>
    </>
  )
}

function Trial({ accounts, total }: { accounts: readonly LedgerAccountTotals[]; total: Fen }) {
  // Each transfer touches two accounts.
  const transfers = accounts.reduce((sofar, account) => sofar + account.transfers, 0) / 2
  const moved = accounts.reduce((sofar, { into }) => sofar + into, 0) as Fen
  return (
    <KeyFigures
      figures={[
        {
          name: '试算平衡 Σ',
          value: formatPossiblyNegativeAmount(total),
          note: total === 0 ? '全部账户之和为零' : '不为零：余额与分录不符，请立即核查',
          tone: total === 0 ? 'good' : 'bad',
        },
        { name: '分录', value: formatCount(transfers), note: '只增不改' },
        { name: '发生额', value: formatMoney(moved), note: '转入合计等于转出合计' },
      ]}
    />
  )
}

function Accounts({
  title,
  rows,
  enterpriseId,
}: {
  title: string
  rows: readonly LedgerAccountTotals[]
  enterpriseId: string | undefined
}) {
  const today = toShanghaiDay(useNow())
  const scope = enterpriseId === undefined ? {} : { enterpriseId }
  const span = enterpriseId === undefined ? { dateFrom: addDays(today, 1 - MONTH_DAYS), dateTo: today } : {}
  const columns: Column<LedgerAccountTotals>[] = [
    customColumn({
      title: '账户',
      value: ({ account, label }) => (
        <Link to="/transfers" search={{ account, ...scope, ...span }}>
          {label}
        </Link>
      ),
    }),
    moneyColumn({ title: '转入', width: 160, value: ({ into }) => into }),
    moneyColumn({ title: '转出', width: 160, value: ({ out }) => out }),
    numberColumn({
      title: '余额',
      width: 170,
      value: ({ account, balance }) => (
        <Link to="/transfers" search={{ account, ...scope, ...span }}>
          <b>{formatPossiblyNegativeAmount(balance)}</b>
        </Link>
      ),
    }),
    numberColumn({ title: '分录', width: 90, value: ({ transfers }) => formatCount(transfers) }),
    customColumn({
      title: '按日',
      width: 90,
      value: ({ account }) => (
        <Link to="/ledger_days" search={{ account, ...scope }}>
          日余额
        </Link>
      ),
    }),
  ]
  return (
    <Panel title={title} flush>
      <DataTable columns={columns} rows={rows} rowKey={({ account }) => account} width={820} />
    </Panel>
  )
}
