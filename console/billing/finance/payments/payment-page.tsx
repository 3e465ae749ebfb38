import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { incomingPaymentApi, invalidatedByFinanceDecision } from '#console/billing/finance/finance-api.ts'
import { formatEnterpriseName } from '#console/people/enterprises/enterprise-view.ts'
import { type Column, customColumn, instantColumn, moneyColumn } from '#console/platform/components/list/columns.tsx'
import { DataTable } from '#console/platform/components/list/data-table.tsx'
import { OpenInNewTabLink } from '#console/platform/components/next-case/case-link.tsx'
import { CaseQueueBar, CaseQueueFinished } from '#console/platform/components/next-case/queue-bar.tsx'
import { useCaseRun } from '#console/platform/components/next-case/use-case-run.ts'
import { FactList, PageHead, Panel } from '#console/platform/components/panel.tsx'
import { createRecordPage } from '#console/platform/components/record-page.tsx'
import { EmptyState, QueryPage } from '#console/platform/components/states.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import {
  consoleIncomingPaymentEndpoints,
  type IncomingPaymentDetail,
  incomingPaymentPurposes,
} from '#contract/billing/finance/incoming-payments-api.ts'
import { onlinePaymentChannels } from '#contract/money/payments/api.ts'
import { paymentLifecycle } from '#contract/money/payments/payment-lifecycle.ts'
import { paymentMethods } from '#contract/orders/orders/amounts.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { toDisabledProps } from '#ui/disabled-by.ts'
import { formatShanghaiTimeToMinute } from '#ui/format.ts'
import { unclearPaymentQueue } from './payment-queue.ts'
import { incomingPaymentOutcomeLabels, incomingPaymentTones } from './payment-view.ts'
import { toRefundColumns } from './refunds-page.tsx'
import '#console/billing/finance/components/finance.css'

const TITLE = '支付详情'

function One({ enterpriseId, id }: { enterpriseId: string; id: string }) {
  const found = useQuery({ queryKey: ['finance', 'payment', 'one', id], queryFn: () => incomingPaymentApi.detail({ enterpriseId, id }) })
  return (
    <QueryPage title={TITLE} from={found}>
      {(payment) => <Opened payment={payment} />}
    </QueryPage>
  )
}

function Opened({ payment }: { payment: IncomingPaymentDetail }) {
  const run = useCaseRun(unclearPaymentQueue, { id: payment.id, waiting: undefined })
  return (
    <>
      <CaseQueueBar run={run} />
      <Head payment={payment} decided={run.decided} />
      <PaymentFacts payment={payment} />
      <Orders payment={payment} />
      <Panel title={`到账 ${payment.receipts.length} 笔`} flush>
        <DataTable
          columns={receiptColumns}
          rows={payment.receipts}
          rowKey={({ reference }) => reference}
          width={720}
          empty={<EmptyState title="支付机构没有到账记录" />}
        />
      </Panel>
      <Panel title={`通知 ${payment.notices.length} 条`} flush>
        <DataTable
          columns={noticeColumns}
          rows={payment.notices}
          rowKey={({ noticeId }) => noticeId}
          width={720}
          empty={<EmptyState title="没有收到通知" />}
        />
      </Panel>
      {payment.refunds.length > 0 && (
        <Panel title={`退款 ${payment.refunds.length} 笔`} flush>
          <DataTable columns={toRefundColumns()} rows={payment.refunds} rowKey={(refund) => refund.id} width={1100} />
        </Panel>
      )}
    </>
  )
}

const OPEN = paymentLifecycle.verbs.close.from

function Head({ payment, decided }: { payment: IncomingPaymentDetail; decided: () => unknown }) {
  const { enterpriseId, id, title, purpose, state, channel } = payment
  const { reason: why } = usePermission(consoleIncomingPaymentEndpoints.askNow)
  const queryNow = useApiMutation(incomingPaymentApi.askNow, {
    invalidates: invalidatedByFinanceDecision,
    successMessage: '系统将在半分钟内向支付机构查询',
    afterSuccess: decided,
  })
  return (
    <PageHead
      title={
        <>
          {title === '' ? incomingPaymentPurposes[purpose].label : title}{' '}
          <Tag tone={incomingPaymentTones[state]}>{paymentLifecycle.states[state].label}</Tag>
        </>
      }
      note={
        <OpenInNewTabLink to="/enterprise" search={{ enterpriseId }}>
          {formatEnterpriseName({ name: payment.enterpriseName })}
        </OpenInNewTabLink>
      }
      actions={
        channel !== null &&
        OPEN.includes(state) && (
          <Button
            aria-keyshortcuts="A"
            {...toDisabledProps(why)}
            loading={queryNow.isPending}
            onClick={() => queryNow.mutate({ enterpriseId, id })}
          >
            立即查询
          </Button>
        )
      }
    />
  )
}

const at = (instant: Date | null) => (instant === null ? '—' : <span className="num">{formatShanghaiTimeToMinute(instant)}</span>)

function PaymentFacts({ payment }: { payment: IncomingPaymentDetail }) {
  const { method, channel, amount, purpose, months, outNo, reference, remarkCode, valueDay, failure, queries } = payment
  return (
    <Panel title="支付">
      <FactList
        className="payment-facts"
        facts={[
          [
            '金额',
            <b key="amount" className="num">
              {formatMoney(amount)}
            </b>,
          ],
          [
            '用途',
            months.length > 0 ? `${incomingPaymentPurposes[purpose].label}：${months.join('、')}` : incomingPaymentPurposes[purpose].label,
          ],
          ['方式', channel === null ? paymentMethods[method].label : onlinePaymentChannels[channel].label],
          [
            '商户单号',
            <span key="out" className="num break-all">
              {channel === null ? '—' : outNo}
            </span>,
          ],
          [
            '流水号',
            <span key="ref" className="num break-all">
              {reference ?? '—'}
            </span>,
          ],
          ['转账附言', remarkCode ?? '—'],
          ['创建', at(payment.createdAt)],
          ['有效至', at(payment.expiresAt)],
          ['到账', at(payment.paidAt)],
          ['起息日', valueDay ?? '—'],
          ['查询', `已查 ${queries.count} 次`],
          ['上次查询', at(queries.askedAt)],
          ['下次查询', at(queries.nextAt)],
          ['关闭原因', failure ?? '—'],
        ]}
      />
    </Panel>
  )
}

function Orders({ payment: { enterpriseId, orders } }: { payment: IncomingPaymentDetail }) {
  const columns: Column<IncomingPaymentDetail['orders'][number]>[] = [
    customColumn({
      title: '订单',
      value: ({ orderNo }) => (
        <OpenInNewTabLink to="/order" search={{ enterpriseId, orderNo }} className="num">
          {orderNo}
        </OpenInNewTabLink>
      ),
    }),
    moneyColumn({ title: '分摊', value: ({ amount }) => amount }),
    moneyColumn({ title: '已退', value: ({ refunded }) => refunded }),
  ]
  if (orders.length === 0) return null
  return (
    <Panel title={`结清的订单 ${orders.length} 笔`} flush>
      <DataTable columns={columns} rows={orders} rowKey={({ orderNo }) => orderNo} width={480} />
    </Panel>
  )
}

const receiptColumns: Column<IncomingPaymentDetail['receipts'][number]>[] = [
  customColumn({ title: '机构流水号', value: ({ reference }) => <span className="num break-all">{reference}</span> }),
  moneyColumn({ title: '金额', value: ({ amount }) => amount }),
  customColumn({
    title: '结果',
    width: 150,
    value: ({ outcome }) => <Tag tone={outcome === 'settled' ? 'good' : 'bad'}>{incomingPaymentOutcomeLabels[outcome]}</Tag>,
  }),
  customColumn({ title: '起息日', width: 112, value: ({ valueDay }) => <span className="num">{valueDay}</span> }),
  instantColumn({ title: '时间', value: (receipt) => receipt.at }),
]

const noticeColumns: Column<IncomingPaymentDetail['notices'][number]>[] = [
  instantColumn({ title: '时间', value: (notice) => notice.at }),
  customColumn({ title: '通知号', value: ({ noticeId }) => <span className="num break-all">{noticeId}</span> }),
  customColumn({ title: '所述状态', width: 110, value: (row) => row.told }),
  moneyColumn({ title: '金额', value: ({ amount }) => amount }),
  customColumn({ title: '处理', width: 110, value: ({ verdict }) => verdict }),
]

/** One payment: what arrived, the notices of the provider, our requests to it, and the refunds. */
export const Page = createRecordPage(
  {
    title: TITLE,
    by: ['enterpriseId', 'id'],
    what: '支付',
    choose: <Link to="/payments">到支付记录选择</Link>,
    finished: (filters) => <CaseQueueFinished title="支付记录" queue={unclearPaymentQueue} filters={filters} />,
  },
  One,
)
