import { Link } from '@tanstack/react-router'
import { invalidatedByFinanceDecision, refundAndReconcileApi } from '#console/billing/finance/finance-api.ts'
import { EnterpriseFilterPicker } from '#console/people/enterprises/enterprise-picker.tsx'
import { useConfirm } from '#console/platform/components/forms/use-confirm.tsx'
import { type Column, customColumn, instantColumn, moneyColumn } from '#console/platform/components/list/columns.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import { pickFilter, tabsFilter, textFilter } from '#console/platform/components/list/filters.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { createListQueue } from '#console/platform/components/next-case/case-queue.ts'
import { ListDecisionProgress } from '#console/platform/components/next-case/queue-bar.tsx'
import { RowDecisionButton } from '#console/platform/components/next-case/row-decision-button.tsx'
import { useListRun } from '#console/platform/components/next-case/use-list-run.ts'
import { Tag } from '#console/platform/components/tag.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { type ConsoleRefund, consoleRefundAndReconcileEndpoints } from '#contract/money/payments/api.ts'
import { refundLifecycle } from '#contract/money/payments/payment-lifecycle.ts'
import { Id, Text } from '#contract/platform/core/fields.ts'
import { formatShanghaiTimeToMinute } from '#ui/format.ts'
import { refundTones } from './payment-view.ts'

const fields = {
  state: tabsFilter('状态', refundLifecycle.states),
  refundNo: textFilter('退款号', Text(40), 'TK…'),
  enterpriseId: pickFilter('企业', Id),
}

const queue = createListQueue('/refunds', {
  fields,
  rows: (input, options) => refundAndReconcileApi.refunds(input, options),
  waiting: ['FAILED'],
  queryKey: ['finance', 'refund'],
})

/** `decided`: what follows in a list that is worked through. */
function Retry({ refund: { enterpriseId, id, state }, decided }: { refund: ConsoleRefund; decided?: ((id: string) => void) | undefined }) {
  const confirm = useConfirm()
  const { reason: why } = usePermission(consoleRefundAndReconcileEndpoints.retryRefund)
  const retry = useApiMutation(refundAndReconcileApi.retryRefund, {
    invalidates: invalidatedByFinanceDecision,
    successMessage: '已重新提交退款',
    afterSuccess: () => decided?.(id),
  })
  if (state !== 'FAILED') return '—'
  const openConfirm = () =>
    confirm({
      title: '重新提交这笔退款？',
      content: '仍原路退回；不会退两次。',
      okText: '重新提交',
      run: () => retry.mutateAsync({ enterpriseId, id }),
    })
  return (
    <RowDecisionButton letter="A" denied={why} decide={openConfirm}>
      重试
    </RowDecisionButton>
  )
}

const State = ({ refund: { state, failure, tries } }: { refund: ConsoleRefund }) => (
  <span className="two-lines">
    <Tag tone={refundTones[state]}>{refundLifecycle.states[state].label}</Tag>
    {(failure !== null || tries > 1) && <small>{[failure, tries > 1 ? `已试 ${tries} 次` : null].filter(Boolean).join('；')}</small>}
  </span>
)

export const toRefundColumns = (decided?: (id: string) => void): Column<ConsoleRefund>[] => [
  customColumn({ title: '退款号', width: 190, value: ({ refundNo }) => <span className="num">{refundNo}</span> }),
  customColumn({
    title: '摘要',
    value: ({ enterpriseId, enterpriseName, paymentId, title, reason }) => (
      <span className="two-lines">
        <Link to="/payment" search={{ enterpriseId, id: paymentId }}>
          {title}
        </Link>
        <small>{[enterpriseName ?? '未认证企业', reason].join(' · ')}</small>
      </span>
    ),
  }),
  customColumn({ title: '去向', width: 150, value: ({ destination }) => destination }),
  moneyColumn({ title: '金额', value: ({ amount }) => amount }),
  customColumn({ title: '状态', width: 190, value: (refund) => <State refund={refund} /> }),
  instantColumn({ title: '创建', value: ({ createdAt }) => createdAt }),
  customColumn({
    title: '到账',
    width: 140,
    value: ({ settledAt }) => <span className="num">{settledAt ? formatShanghaiTimeToMinute(settledAt) : '—'}</span>,
  }),
  customColumn({ title: '操作', width: 84, value: (refund) => <Retry refund={refund} decided={decided} /> }),
]

/** 退款: all refunds, each with its own number, until the money has arrived. */
export function Page() {
  const { decided, ...run } = useListRun(queue)
  return (
    <ListPage
      title="退款"
      note="系统自动提交并查询，直到到账；异常的由财务重新提交。"
      queryKey={['finance', 'refund']}
      fields={fields}
      pickers={{ enterpriseId: EnterpriseFilterPicker }}
      list={(input, options) => refundAndReconcileApi.refunds(input, options)}
      exportRows={(input) => exportApi.refunds(input)}
      columns={toRefundColumns(decided)}
      rowKey={({ id }) => id}
      width={1180}
      above={<ListDecisionProgress {...run} />}
      empty="还没有退款"
      next="取消已付款的订单或售后退款时，退款列在这里"
    />
  )
}
