import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { Alert } from 'antd'
import { incomingPaymentApi } from '#console/billing/finance/finance-api.ts'
import { createEnterpriseColumn } from '#console/people/enterprises/enterprise-link.tsx'
import { EnterpriseFilterPicker } from '#console/people/enterprises/enterprise-picker.tsx'
import { type Column, customColumn, instantColumn, moneyColumn } from '#console/platform/components/list/columns.tsx'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { CaseLink } from '#console/platform/components/next-case/case-link.tsx'
import { QueryContent } from '#console/platform/components/states.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { type IncomingPaymentRow, incomingPaymentPurposes } from '#contract/billing/finance/incoming-payments-api.ts'
import { onlinePaymentChannels } from '#contract/money/payments/api.ts'
import { paymentLifecycle } from '#contract/money/payments/payment-lifecycle.ts'
import { paymentMethods } from '#contract/orders/orders/amounts.ts'
import { formatCount } from '#ui/format.ts'
import { incomingPaymentFilters, unclearPaymentQueue } from './payment-queue.ts'
import { incomingPaymentTones } from './payment-view.ts'
import '#console/billing/finance/components/finance.css'

const Numbers = ({ row: { channel, outNo, reference } }: { row: IncomingPaymentRow }) => (
  <span className="two-lines break-all">
    <span className="num">{channel === null ? '—' : outNo}</span>
    <small className="num">{reference ?? ''}</small>
  </span>
)

const columns: Column<IncomingPaymentRow>[] = [
  customColumn({
    title: '摘要',
    value: (row) => {
      const { label } = incomingPaymentPurposes[row.purpose]
      return (
        <span className="two-lines">
          <CaseLink queue={unclearPaymentQueue} row={row}>
            {row.title === '' ? label : row.title}
          </CaseLink>
          {row.title !== '' && row.title !== label && <small>{label}</small>}
        </span>
      )
    },
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

/** How many payments without a result there are, with the way to them: above the list, only if there are any. */
function UnclearNotice() {
  const { unclear: shown } = useSearch({ strict: false })
  const unclear = useQuery({
    queryKey: ['finance', 'payment', 'unclear'],
    queryFn: () => incomingPaymentApi.list({ unclear: true, pageNo: 1, pageSize: 1 }),
  })
  if (shown !== undefined) return null
  return (
    <QueryContent from={unclear} waiting={null}>
      {({ total }) =>
        total > 0 && (
          <Alert
            className="notice"
            type="warning"
            showIcon
            title={`${formatCount(total)} 笔支付超过 1 小时仍不知结果`}
            action={
              <Link to="/payments" search={{ unclear: '1' }}>
                去核查
              </Link>
            }
          />
        )
      }
    </QueryContent>
  )
}

/** 支付记录: all incoming payments, by any method. */
export function Page() {
  return (
    <ListPage
      title="支付记录"
      queryKey={['finance', 'payment']}
      fields={incomingPaymentFilters}
      pickers={{ enterpriseId: EnterpriseFilterPicker }}
      list={(input, options) => incomingPaymentApi.list(input, options)}
      columns={columns}
      rowKey={({ id }) => id}
      width={1150}
      above={<UnclearNotice />}
      exportRows={(input) => incomingPaymentApi.export(input)}
      empty="还没有支付"
      next="买家付款、充值或还款后出现在这里"
    />
  )
}
