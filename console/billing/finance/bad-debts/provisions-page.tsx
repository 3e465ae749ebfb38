import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { provisionApi } from '#console/billing/finance/finance-api.ts'
import { StatementsTabs } from '#console/billing/finance/statements/statements-nav.tsx'
import { KeyFigures } from '#console/platform/components/figures.tsx'
import { type Column, customColumn, instantColumn, moneyColumn } from '#console/platform/components/list/columns.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { formatProvisionShare } from '#contract/money/provisions/bands.ts'
import type { ProvisionRun } from '#contract/money/provisions/console-api.ts'
import { formatMoney } from '#contract/platform/core/money.ts'

const columns: Column<ProvisionRun>[] = [
  customColumn({
    title: '月份',
    width: 92,
    value: ({ month }) => (
      <Link to="/provision_lines" search={{ month }} className="num">
        {month}
      </Link>
    ),
  }),
  moneyColumn({ title: '月末应收', width: 116, value: ({ base }) => base }),
  moneyColumn({ title: '应计提', width: 116, value: ({ required }) => required }),
  moneyColumn({ title: '计提前余额', width: 116, value: ({ before }) => before }),
  moneyColumn({ title: '本月计提', width: 116, value: ({ provided }) => provided }),
  moneyColumn({ title: '本月转回', width: 116, value: ({ released }) => released }),
  customColumn({
    title: '各账龄段',
    value: ({ bands }) =>
      bands
        .filter(({ unpaid }) => unpaid > 0)
        .map(({ label, rate, unpaid, amount }) => (
          <div key={label} className="num">
            {label} {formatMoney(unpaid)} × {formatProvisionShare(rate)} = {formatMoney(amount)}
          </div>
        )),
  }),
  instantColumn({ title: '入账时间', value: ({ at }) => at }),
]

/** The balance now, and the bands of the next month. */
function Now() {
  const now = useQuery({ queryKey: ['finance', 'provision', 'now'], queryFn: () => provisionApi.current({}) })
  const { data } = now
  return (
    <>
      <StatementsTabs />
      <KeyFigures
        figures={[
          { name: '坏账准备余额', value: data ? formatMoney(data.balance) : '—', note: '核销先冲减，收回时转入' },
          ...(data?.bands ?? []).map(({ label, rate }) => ({ name: label, value: formatProvisionShare(rate), note: '下次计提的比例' })),
        ]}
      />
    </>
  )
}

/** 坏账准备: what is set aside month by month, by the age of what companies owe. */
export function Page() {
  return (
    <ListPage
      title="坏账准备"
      note={
        <>
          每月 2 日起按上月末各账单的账龄计提或转回，每月一次。账龄段与比例在
          <Link to="/settings" search={{ group: 'provision' }}>
            设置
          </Link>
          中修改，须两人同意。
        </>
      }
      queryKey={['finance', 'provision']}
      fields={{}}
      list={(input, options) => provisionApi.list(input, options)}
      exportRows={(input) => exportApi.provisions(input)}
      columns={columns}
      rowKey={({ month }) => month}
      width={1140}
      above={<Now />}
      empty="还没有计提"
      next="月末结账后，次月 2 日起自动计提"
    />
  )
}
