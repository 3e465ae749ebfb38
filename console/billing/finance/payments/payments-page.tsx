import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { incomingPaymentApi } from '#console/billing/finance/finance-api.ts'
import { createEnterpriseColumn } from '#console/people/enterprises/enterprise-link.tsx'
import { EnterpriseFilterPicker } from '#console/people/enterprises/enterprise-picker.tsx'
import { type Column, customColumn, instantColumn, moneyColumn } from '#console/platform/components/list/columns.tsx'
import { DataTable } from '#console/platform/components/list/data-table.tsx'
import { choiceFilter, dayFilter, pickFilter, tabsFilter, textFilter } from '#console/platform/components/list/filters.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { Panel } from '#console/platform/components/panel.tsx'
import { QueryContent } from '#console/platform/components/states.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { type IncomingPaymentRow, incomingPaymentPurposes } from '#contract/billing/finance/incoming-payments-api.ts'
import { onlinePaymentChannels } from '#contract/money/payments/api.ts'
import { paymentLifecycle } from '#contract/money/payments/payment-lifecycle.ts'
import { paymentMethods } from '#contract/orders/orders/amounts.ts'
import { Day, Id, Text } from '#contract/platform/core/fields.ts'
import { incomingPaymentStateFilters, incomingPaymentTones } from './payment-view.ts'
import '#console/billing/finance/components/finance.css'

const fields = {
  state: tabsFilter('状态', incomingPaymentStateFilters),
  channel: choiceFilter('渠道', onlinePaymentChannels),
  method: choiceFilter('方式', paymentMethods),
  number: textFilter('单号', Text(64), '商户/流水号/转账附言'),
  enterpriseId: pickFilter('企业', Id),
  dateFrom: dayFilter('日期', Day),
  dateTo: dayFilter('至', Day),
}

const Numbers = ({ row: { channel, outNo, reference } }: { row: IncomingPaymentRow }) => (
  <span className="two-lines break-all">
    <span className="num">{channel === null ? '—' : outNo}</span>
    <small className="num">{reference ?? ''}</small>
  </span>
)

const columns: Column<IncomingPaymentRow>[] = [
  customColumn({
    title: '摘要',
    value: ({ enterpriseId, id, title, purpose }) => (
      <span className="two-lines">
        <Link to="/payment" search={{ enterpriseId, id }}>
          {title === '' ? incomingPaymentPurposes[purpose].label : title}
        </Link>
        {title !== '' && title !== incomingPaymentPurposes[purpose].label && <small>{incomingPaymentPurposes[purpose].label}</small>}
      </span>
    ),
  }),
  createEnterpriseColumn(),
  customColumn({
    title: '方式',
    width: 92,
    value: ({ method, channel }) => (channel === null ? paymentMethods[method].label : onlinePaymentChannels[channel].label),
  }),
  moneyColumn({ title: '金额', width: 108, value: ({ amount }) => amount }),
  customColumn({
    title: '状态',
    width: 84,
    value: ({ state }) => <Tag tone={incomingPaymentTones[state]}>{paymentLifecycle.states[state].label}</Tag>,
  }),
  customColumn({ title: '商户单号 / 流水号', width: 236, value: (row) => <Numbers row={row} /> }),
  instantColumn({ title: '创建', width: 136, value: ({ createdAt }) => createdAt }),
  instantColumn({ title: '到账', width: 136, value: ({ paidAt }) => paidAt }),
]

/**
 * Payments whose result has been unknown for an hour. It is shown above everything else, and only if there are any or if loading failed.
 */
function Unclear() {
  const unclear = useQuery({ queryKey: ['finance', 'payment', 'unclear'], queryFn: () => incomingPaymentApi.unclear({}) })
  if (unclear.data ? unclear.data.length === 0 : !unclear.error) return null
  return (
    <Panel
      title={`结果不明超过 1 小时的支付${unclear.data ? ` ${unclear.data.length} 笔` : ''}`}
      {...(unclear.data ? { className: 'alert-panel' } : {})}
      flush
    >
      <QueryContent from={unclear} waiting={null}>
        {(rows) => <DataTable columns={columns} rows={rows} rowKey={({ id }) => id} width={1150} />}
      </QueryContent>
    </Panel>
  )
}

/** 支付记录: all incoming payments, by any method. */
export function Page() {
  return (
    <ListPage
      title="支付记录"
      queryKey={['finance', 'payment']}
      fields={fields}
      pickers={{ enterpriseId: EnterpriseFilterPicker }}
      list={(input, options) => incomingPaymentApi.list(input, options)}
      columns={columns}
      rowKey={({ id }) => id}
      width={1150}
      above={<Unclear />}
      exportRows={(input) => incomingPaymentApi.export(input)}
      empty="还没有支付"
      next="买家付款、充值或还款后出现在这里"
    />
  )
}
