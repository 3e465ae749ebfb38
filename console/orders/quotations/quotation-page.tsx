import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { Button } from 'antd'
import { formatEnterpriseName } from '#console/people/enterprises/enterprise-view.ts'
import { OpenInNewTabLink } from '#console/platform/components/next-case/case-link.tsx'
import { CaseQueueBar, CaseQueueFinished } from '#console/platform/components/next-case/queue-bar.tsx'
import { useCaseRun } from '#console/platform/components/next-case/use-case-run.ts'
import { FactList, PageHead, Panel } from '#console/platform/components/panel.tsx'
import { createRecordPage } from '#console/platform/components/record-page.tsx'
import { QueryPage } from '#console/platform/components/states.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { orderLifecycle } from '#contract/orders/orders/order-lifecycle.ts'
import type { ConsoleQuotation } from '#contract/orders/quotations/shapes.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { formatShanghaiTimeToMinute } from '#ui/format.ts'
import { saveFileToDisk } from '#ui/save-file.ts'
import { QuotationConversation } from './conversation.tsx'
import { QuotationDrawingsPanel } from './drawings/drawings-panel.tsx'
import { QuotationOfferForm } from './offer-form.tsx'
import { SettledOfferLinesTable } from './offer-table.tsx'
import { chooseQuotationCaseQueue, quotationCaseQueue } from './quotation-queue.ts'
import { toQuotationStatus } from './quotation-view.ts'
import { type QuotationRef, quotationPrintoutApi, quotationQuery } from './quotations-api.ts'
import './quotations.css'

const TITLE = '报价'

function Case(at: QuotationRef) {
  const found = useQuery(quotationQuery(at))
  return (
    <QueryPage title={TITLE} from={found}>
      {(opened) => <Opened opened={opened} />}
    </QueryPage>
  )
}

function Opened({ opened }: { opened: ConsoleQuotation }) {
  const run = useCaseRun(chooseQuotationCaseQueue(useSearch({ strict: false }).list), { id: opened.id, waiting: 'REQUESTED' })
  return (
    <>
      <CaseQueueBar run={run} />
      <Head opened={opened} />
      <Asked opened={opened} />
      <QuotationDrawingsPanel key={opened.id} opened={opened} />
      {opened.actions.includes('quote') ? (
        <QuotationOfferForm opened={opened} decided={run.decided} />
      ) : (
        <SettledOfferLinesTable title="商品" opened={opened} lines={opened.lines} />
      )}
      <Versions opened={opened} />
      <QuotationConversation opened={opened} />
    </>
  )
}

function Head({ opened }: { opened: ConsoleQuotation }) {
  const { enterpriseId, enterpriseName, quotationNo, state, createdBy, createdAt, waitsSince, validUntil } = opened
  const { label, tone } = toQuotationStatus(state)
  return (
    <PageHead
      title={
        <>
          {TITLE} <span className="num">{quotationNo}</span>
          <span className="tags">
            <Tag tone={tone}>{label}</Tag>
          </span>
        </>
      }
      note={
        <>
          <OpenInNewTabLink to="/enterprise" search={{ enterpriseId }}>
            {formatEnterpriseName({ name: enterpriseName })}
          </OpenInNewTabLink>{' '}
          · {createdBy} · {state === 'REQUESTED' ? '等待始于' : '询价于'}{' '}
          <span className="num">{formatShanghaiTimeToMinute(state === 'REQUESTED' ? waitsSince : createdAt)}</span>
          {validUntil !== null && (
            <>
              {' '}
              · 有效至 <span className="num">{validUntil}</span>
            </>
          )}
        </>
      }
    />
  )
}

/** What the buyer says about the whole request, and the orders that were made from it. */
function Asked({ opened }: { opened: ConsoleQuotation }) {
  const { enterpriseId, title, shipTo, wantedDay, remark, reason, orders } = opened
  const facts = [
    ...(title === '' ? [] : [['名称', title] as const]),
    ['收货地区', shipTo || '未指定'] as const,
    ['期望到货日', wantedDay ?? '未指定'] as const,
    [
      '说明',
      <span key="remark" className="quotation-words">
        {remark || '未填写'}
      </span>,
    ] as const,
    ...(reason === '' ? [] : [['原因', reason] as const]),
    ...orders.map(
      ({ orderNo, payable, state }) =>
        [
          '订单',
          <span key={orderNo}>
            <OpenInNewTabLink to="/order" search={{ enterpriseId, orderNo }} className="num">
              {orderNo}
            </OpenInNewTabLink>{' '}
            <span className="num">{formatMoney(payable)}</span> {orderLifecycle.states[state].label}
          </span>,
        ] as const,
    ),
  ]
  return (
    <Panel title="询价要求">
      <FactList facts={facts} />
    </Panel>
  )
}

/** All versions that the buyer got, the newest first, and the newest as the paper that he downloads. */
function Versions({ opened: { enterpriseId, id, offers } }: { opened: ConsoleQuotation }) {
  const print = useApiMutation(() => quotationPrintoutApi.print({ enterpriseId, id }), { onSuccess: saveFileToDisk })
  if (offers.length === 0) return null
  return (
    <Panel
      title={`已发出的报价 ${offers.length} 版`}
      extra={
        <Button aria-keyshortcuts="P" loading={print.isPending} onClick={() => print.mutate(undefined)}>
          下载报价单
        </Button>
      }
    >
      {offers.map(({ version, validUntil, madeAt, note, lines }) => (
        <details key={version} className="quotation-version">
          <summary>
            第 {version} 版 · <span className="num">{formatShanghaiTimeToMinute(madeAt)}</span> · 有效至{' '}
            <span className="num">{validUntil}</span>
          </summary>
          {note !== '' && <p className="quotation-words">{note}</p>}
          <ol>
            {lines.map(({ lineNo, name, spec, salePrice, creditPrice, outcome, validUntil: lastDay }) => (
              <li key={lineNo}>
                <span>
                  <span className="num">{lineNo}</span> {name} {spec}
                </span>
                <span className="num">
                  {outcome === 'NOT_OFFERED' || salePrice === null
                    ? '不供应'
                    : `${formatMoney(salePrice)} / ${creditPrice === null ? '仅限现金价' : formatMoney(creditPrice)}${lastDay === validUntil ? '' : ` · 至 ${lastDay}`}`}
                </span>
              </li>
            ))}
          </ol>
        </details>
      ))}
    </Panel>
  )
}

/** One request: what is asked beside what the company pays now and the stock, and the offer. */
export const Page = createRecordPage(
  {
    title: TITLE,
    by: ['enterpriseId', 'id'],
    what: '询价单',
    choose: <Link to="/quotations">到询价列表选择</Link>,
    finished: (filters) => <CaseQueueFinished title="询价" queue={quotationCaseQueue} filters={filters} />,
  },
  Case,
)
