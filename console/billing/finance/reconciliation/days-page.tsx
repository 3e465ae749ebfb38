import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { invalidatedByFinanceDecision, reconciliationApi } from '#console/billing/finance/finance-api.ts'
import { type Column, customColumn, instantColumn, numberColumn } from '#console/platform/components/list/columns.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { consoleReconciliationEndpoints, type ReconciliationDay } from '#contract/billing/finance/reconciliation-api.ts'
import { onlinePaymentChannels } from '#contract/money/payments/api.ts'
import { toDisabledProps } from '#ui/disabled-by.ts'
import { ReconciliationTabs } from './recon-nav.tsx'

const fields = {}

function StatusCell({ row: { ranAt, unavailable, differences, open } }: { row: ReconciliationDay }) {
  if (ranAt === null) return <Tag tone="wait">未完成</Tag>
  if (unavailable.length > 0) return <Tag tone="wait">缺账单：{unavailable.map((one) => onlinePaymentChannels[one].label).join('、')}</Tag>
  if (differences === 0) return <Tag tone="good">三方一致</Tag>
  return open > 0 ? <Tag tone="bad">待处理 {open}</Tag> : <Tag tone="over">已答复</Tag>
}

function Rerun({ row: { day } }: { row: ReconciliationDay }) {
  const { reason: why } = usePermission(consoleReconciliationEndpoints.rerun)
  const rerun = useApiMutation(reconciliationApi.rerun, { invalidates: invalidatedByFinanceDecision, successMessage: `${day} 已重新对账` })
  return (
    <Button size="small" {...toDisabledProps(why)} loading={rerun.isPending} onClick={() => rerun.mutate({ day })}>
      重跑
    </Button>
  )
}

const columns: Column<ReconciliationDay>[] = [
  customColumn({
    title: '日期',
    width: 128,
    value: ({ day }) => (
      <Link to="/differences" search={{ day }} className="num">
        {day}
      </Link>
    ),
  }),
  customColumn({ title: '结果', value: (row) => <StatusCell row={row} /> }),
  numberColumn({ title: '差异', value: ({ differences }) => differences }),
  numberColumn({ title: '待处理', value: ({ open }) => open }),
  numberColumn({ title: '跑过', value: ({ runs }) => `${runs} 次` }),
  instantColumn({ title: '最近一次', value: ({ ranAt }) => ranAt }),
  customColumn({ title: '操作', width: 96, value: (row) => <Rerun row={row} /> }),
]

/** 每日对账: the provider's bill, our payments and refunds, and the ledger, by day. */
export function Page() {
  return (
    <ListPage
      title="每日对账"
      note="支付机构账单、支付与退款记录、账簿三方逐笔比对；每天上午自动跑，漏跑的日子会补上。"
      queryKey={['finance', 'recon', 'days']}
      fields={fields}
      list={(input, options) => reconciliationApi.days(input, options)}
      exportRows={(input) => exportApi.reconciliationDays(input)}
      columns={columns}
      rowKey={({ day }) => day}
      width={780}
      above={<ReconciliationTabs />}
      empty="还没有对过账"
      next="每天上午对前一天的账；第一次结果明天上午出现"
    />
  )
}
