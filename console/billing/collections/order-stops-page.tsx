import { createEnterpriseColumn } from '#console/people/enterprises/enterprise-link.tsx'
import { ApproveAndRejectButtons, createDecidedByColumn, createProposedByColumn } from '#console/platform/components/dual-control.tsx'
import { useConfirm } from '#console/platform/components/forms/use-confirm.tsx'
import { type Column, customColumn, EMPTY_CELL, proseColumn } from '#console/platform/components/list/columns.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import { tabsFilter } from '#console/platform/components/list/filters.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { createListQueue } from '#console/platform/components/next-case/case-queue.ts'
import { ListDecisionProgress } from '#console/platform/components/next-case/queue-bar.tsx'
import { useListRun } from '#console/platform/components/next-case/use-list-run.ts'
import { Tag, type TagTone } from '#console/platform/components/tag.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { orderStopRequestLifecycle } from '#contract/billing/collections/collection-lifecycle.ts'
import { consoleOrderStopEndpoints } from '#contract/billing/collections/console-api.ts'
import { type OrderStopRequest, orderStopScopes } from '#contract/billing/collections/shapes.ts'
import { CollectionTabs } from './collection-tabs.tsx'
import { invalidatedByCollection, orderStopApi } from './collections-api.ts'

const fields = { state: tabsFilter('状态', orderStopRequestLifecycle.states) }
const queue = createListQueue('/order_stops', {
  fields,
  rows: (input, options) => orderStopApi.list(input, options),
  waiting: ['WAIT'],
  queryKey: ['order-stop', 'list'],
})
const tones: Record<OrderStopRequest['state'], TagTone> = { WAIT: 'wait', DONE: 'good', REFUSED: 'over' }

const formatRequest = ({ action, scope }: OrderStopRequest): string =>
  action === 'put' && scope !== null ? orderStopScopes[scope].label : '解除停单'

function Decide({ row }: { row: OrderStopRequest }) {
  const { enterpriseId, id, own, state, enterpriseName, action } = row
  const confirm = useConfirm()
  const { reason: why } = usePermission(consoleOrderStopEndpoints.decide)
  const { decided } = useListRun(queue)
  const effects = { invalidates: invalidatedByCollection, onSuccess: () => decided(id) }
  const approve = useApiMutation(orderStopApi.decide, { ...effects, successMessage: '已生效' })
  const refuse = useApiMutation(orderStopApi.decide, { ...effects, successMessage: own ? '已撤回' : '已驳回' })
  if (state !== 'WAIT') return EMPTY_CELL
  const ask = () =>
    confirm({
      title: `同意对 ${enterpriseName ?? '该企业'} ${formatRequest(row)}？`,
      content: action === 'put' ? '立即生效；企业下单时会看到原因和联系方式。' : '立即生效，企业可以照常下单。',
      okText: '同意',
      grave: action === 'put',
      run: () => approve.mutateAsync({ enterpriseId, id, approve: true }),
    })
  return (
    <ApproveAndRejectButtons
      own={own}
      denied={why}
      subject={`对 ${enterpriseName ?? '该企业'} ${formatRequest(row)}的申请`}
      approve={ask}
      reject={() => refuse.mutateAsync({ enterpriseId, id, approve: false })}
    />
  )
}

const columns: Column<OrderStopRequest>[] = [
  createEnterpriseColumn(),
  customColumn({ title: '申请', width: 120, value: formatRequest }),
  proseColumn({
    title: '原因',
    value: ({ reason, contact }) => (
      <span className="two-lines">
        <span>{reason}</span>
        {contact !== null && <small>联系 {contact}</small>}
      </span>
    ),
  }),
  createProposedByColumn(),
  createDecidedByColumn('复核'),
  customColumn({
    title: '状态',
    width: 96,
    value: ({ state }) => <Tag tone={tones[state]}>{orderStopRequestLifecycle.states[state].label}</Tag>,
  }),
  customColumn({ title: '操作', width: 132, value: (row) => <Decide row={row} /> }),
]

/** 停单名单: requests to put companies on the stop-list and to take them off. */
export function Page() {
  const run = useListRun(queue)
  return (
    <ListPage
      title="停单名单"
      note="停单和解除停单由一人申请、另一位财务人员同意后生效；在催收任务里申请。"
      queryKey={['order-stop', 'list']}
      fields={fields}
      list={(input, options) => orderStopApi.list(input, options)}
      exportRows={(input) => exportApi.orderStops(input)}
      columns={columns}
      rowKey={({ id }) => id}
      width={1120}
      above={
        <>
          <CollectionTabs />
          <ListDecisionProgress {...run} />
        </>
      }
      empty="还没有停单申请"
      next="在催收任务里申请停单后，由另一位财务在这里同意"
    />
  )
}
