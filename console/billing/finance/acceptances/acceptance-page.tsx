import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { PaymentPictures } from '#console/billing/finance/components/payment-pictures.tsx'
import { acceptanceBillApi } from '#console/billing/finance/finance-api.ts'
import { formatEnterpriseName } from '#console/people/enterprises/enterprise-view.ts'
import { OpenInNewTabLink } from '#console/platform/components/next-case/case-link.tsx'
import { CaseQueueBar, CaseQueueFinished } from '#console/platform/components/next-case/queue-bar.tsx'
import { useCaseRun } from '#console/platform/components/next-case/use-case-run.ts'
import { FactList, PageHead, Panel } from '#console/platform/components/panel.tsx'
import { createRecordPage } from '#console/platform/components/record-page.tsx'
import { EmptyState, QueryPage } from '#console/platform/components/states.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { acceptorKinds } from '#contract/money/statements/acceptance-lifecycle.ts'
import type { ConsoleAcceptanceDetail } from '#contract/money/statements/console-acceptance-api.ts'
import { formatMoney, formatRateAsExactPercent } from '#contract/platform/core/money.ts'
import { formatShanghaiTimeToMinute } from '#ui/format.ts'
import { AcceptanceActions, DecideAcceptanceRequestForm } from './acceptance-actions.tsx'
import { acceptanceQueue } from './acceptance-queue.ts'
import { acceptanceBillTones } from './acceptances-page.tsx'

const TITLE = '票据详情'

type Bill = ConsoleAcceptanceDetail

function One({ enterpriseId, id }: { enterpriseId: string; id: string }) {
  const found = useQuery({ queryKey: ['finance', 'acceptance', 'one', id], queryFn: () => acceptanceBillApi.detail({ enterpriseId, id }) })
  return (
    <QueryPage title={TITLE} from={found}>
      {(bill) => <Opened bill={bill} />}
    </QueryPage>
  )
}

function Opened({ bill }: { bill: Bill }) {
  const { enterpriseId, enterpriseName: name, id, billNo, state, label, fileId } = bill
  const run = useCaseRun(acceptanceQueue, { id, waiting: state === 'WAIT' ? 'WAIT' : undefined })
  return (
    <>
      <CaseQueueBar run={run} />
      <PageHead
        title={
          <>
            <span className="num">{billNo}</span> <Tag tone={acceptanceBillTones[state]}>{label}</Tag>
          </>
        }
        note={
          <OpenInNewTabLink to="/enterprise" search={{ enterpriseId }}>
            {formatEnterpriseName({ name })}
          </OpenInNewTabLink>
        }
        actions={<AcceptanceActions bill={bill} decided={run.decided} />}
      />
      <div className="beside">
        <div>
          <BillFacts bill={bill} />
          <Steps bill={bill} />
          <Requests bill={bill} />
        </div>
        <PaymentPictures title="票据图片" enterpriseId={enterpriseId} pictures={[{ fileId, label: '票面' }]} />
      </div>
    </>
  )
}

const BillFacts = ({ bill }: { bill: Bill }) => (
  <Panel title="票据">
    <FactList
      facts={[
        [
          '票面金额',
          <b key="amount" className="num">
            {formatMoney(bill.amount)}
          </b>,
        ],
        ['种类', acceptorKinds[bill.acceptorKind].label],
        ['承兑人', bill.acceptor],
        [
          '到期日',
          <span key="day" className="num">
            {bill.maturityDay}
          </span>,
        ],
        [
          '提交',
          <span key="in" className="num">
            {formatShanghaiTimeToMinute(bill.submittedAt)}
          </span>,
        ],
        [
          '处理',
          bill.decidedAt ? (
            <span key="decided" className="num">
              {formatShanghaiTimeToMinute(bill.decidedAt)}
            </span>
          ) : (
            '—'
          ),
        ],
        [
          '结束',
          bill.endedAt ? (
            <span key="ended" className="num">
              {formatShanghaiTimeToMinute(bill.endedAt)}
            </span>
          ) : (
            '—'
          ),
        ],
        [
          '覆盖账款',
          <span key="covered" className="num">
            {bill.months.length === 0 ? '—' : bill.months.map(({ month, amount }) => `${month} ${formatMoney(amount)}`).join('，')}
          </span>,
        ],
        [
          '不计息至',
          <span key="until" className="num">
            {bill.coveredUntil ?? '—'}
          </span>,
        ],
        [
          '当前释放额度',
          <span key="freed" className="num">
            {formatMoney(bill.freed)}
          </span>,
        ],
        [
          '约定年贴现率',
          bill.quotedRateBp === null ? '—' : bill.quotedRateBp === 0 ? '没有约定' : formatRateAsExactPercent(bill.quotedRateBp),
        ],
        ['意见', bill.opinion ?? '—'],
      ]}
    />
  </Panel>
)

const Steps = ({ bill: { steps } }: { bill: Bill }) => (
  <Panel title="经过">
    {steps.length === 0 ? (
      <EmptyState title="接收后在这里看到收款与退票" />
    ) : (
      <FactList
        facts={steps.map(({ verb, label, staff, at, valueDay, received, fee, discount, reference }) => [
          label,
          <span key={verb}>
            <span className="num">{formatShanghaiTimeToMinute(at)}</span> {staff}
            {received > 0 && (
              <span className="num">
                {` · ${valueDay} 到账 ${formatMoney(received)}，手续费 ${formatMoney(fee)}，贴现息 ${formatMoney(discount)}`}
                {reference === null ? ' · 无银行流水，两人确认' : ` · 流水 ${reference}`}
              </span>
            )}
            {verb === 'recourse' && <span className="num">{` · ${valueDay} 银行扣回，两人确认`}</span>}
          </span>,
        ])}
      />
    )}
  </Panel>
)

const formatTerms = ({ kind, valueDay, fee, discount }: Bill['requests'][number]) =>
  kind === 'recourse'
    ? `${valueDay} 扣回`
    : `${valueDay} 到账，手续费 ${formatMoney(fee)}${kind === 'discount' ? `，贴现息 ${formatMoney(discount)}` : ''}`

const Requests = ({ bill: { enterpriseId, requests } }: { bill: Bill }) =>
  requests.length === 0 ? null : (
    <Panel title="票据申请">
      <FactList
        facts={requests.map((request) => [
          request.label,
          <span key={request.id}>
            {request.kindLabel} <span className="num">{formatTerms(request)}</span> · {request.reason} · {request.proposedBy}
            {request.decidedBy !== null && ` · ${request.decidedBy}`}
            {request.state === 'WAIT' && (
              <DecideAcceptanceRequestForm enterpriseId={enterpriseId} id={request.id} own={request.own} kind={request.kind} />
            )}
          </span>,
        ])}
      />
    </Panel>
  )

/** One acceptance bill next to its picture, and the actions that its state allows. */
export const Page = createRecordPage(
  {
    title: TITLE,
    by: ['enterpriseId', 'id'],
    what: '票据',
    choose: <Link to="/acceptances">到票据列表选择</Link>,
    finished: (filters) => <CaseQueueFinished title="承兑汇票" queue={acceptanceQueue} filters={filters} />,
  },
  One,
)
