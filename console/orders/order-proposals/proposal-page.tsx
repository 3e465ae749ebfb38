import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { formatEnterpriseName } from '#console/people/enterprises/enterprise-view.ts'
import { useConfirm } from '#console/platform/components/forms/use-confirm.tsx'
import { type Column, customColumn } from '#console/platform/components/list/columns.tsx'
import { DataTable } from '#console/platform/components/list/data-table.tsx'
import { OpenInNewTabLink } from '#console/platform/components/next-case/case-link.tsx'
import { CaseQueueBar, CaseQueueFinished } from '#console/platform/components/next-case/queue-bar.tsx'
import { useCaseRun } from '#console/platform/components/next-case/use-case-run.ts'
import { FactList, PageHead, Panel } from '#console/platform/components/panel.tsx'
import { createRecordPage } from '#console/platform/components/record-page.tsx'
import { QueryPage } from '#console/platform/components/states.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { getCallWithAccessRule } from '#console/platform/sessions/permissions.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { findProposedGoodsFault, sumProposedGoods } from '#contract/orders/order-proposals/goods-to-propose.ts'
import type { ConsoleOrderProposal, OrderProposalLine } from '#contract/orders/order-proposals/shapes.ts'
import { orderLifecycle } from '#contract/orders/orders/order-lifecycle.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { toDisabledProps } from '#ui/disabled-by.ts'
import { formatCount, formatShanghaiTimeToMinute } from '#ui/format.ts'
import { CurrentPricesCell, ProposedGoodsCell } from './proposal-lines.tsx'
import { proposalQueue } from './proposal-queue.ts'
import { invalidatedByProposal, type ProposalRef, proposalApi, proposalQuery, toProposalStatus } from './proposals-api.ts'
import './proposals.css'

const TITLE = '代客下单'

function Proposal(ref: ProposalRef) {
  const found = useQuery(proposalQuery(ref))
  return (
    <QueryPage title={TITLE} from={found}>
      {(opened) => <Opened opened={opened} />}
    </QueryPage>
  )
}

function Opened({ opened }: { opened: ConsoleOrderProposal }) {
  const run = useCaseRun(proposalQueue, { id: opened.id, waiting: undefined })
  return (
    <>
      <CaseQueueBar run={run} />
      <Head opened={opened} decided={run.decided} />
      <Facts opened={opened} />
      <Lines opened={opened} />
    </>
  )
}

function Head({ opened, decided }: { opened: ConsoleOrderProposal; decided: () => unknown }) {
  const { enterpriseId, enterpriseName, id, proposalNo, state, preparedBy, createdAt, validUntil } = opened
  const { label, tone } = toProposalStatus(state)
  const { reason: denied } = usePermission(getCallWithAccessRule('order-proposal/withdraw'))
  const confirm = useConfirm()
  const withdraw = useApiMutation(proposalApi.withdraw, {
    invalidates: invalidatedByProposal,
    successMessage: '已撤回，买家会收到消息',
    afterSuccess: decided,
  })
  const ask = () =>
    confirm({
      title: '撤回这张代客下单？',
      content: '买家不能再确认，并会收到消息。',
      okText: '撤回',
      run: () => withdraw.mutateAsync({ enterpriseId, id }),
    })
  return (
    <PageHead
      title={
        <>
          {TITLE} <span className="num">{proposalNo}</span>
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
          · {preparedBy} 发出于 <span className="num">{formatShanghaiTimeToMinute(createdAt)}</span> · 有效至{' '}
          <span className="num">{validUntil}</span>
        </>
      }
      actions={
        <>
          <Link to="/new_proposal" search={{ enterpriseId }} className="button-link">
            再建一张
          </Link>
          {state !== 'SENT' && (
            <Link to="/new_proposal" search={{ enterpriseId, copyOf: id }} className="button-link">
              复制
            </Link>
          )}
          {state === 'SENT' && (
            <Button danger aria-keyshortcuts="R" {...toDisabledProps(denied)} onClick={ask}>
              撤回
            </Button>
          )}
        </>
      }
    />
  )
}

/** Who was asked, what was written to him, what he answered, and the orders that were made of it. */
function Facts({ opened: { enterpriseId, buyerName, shipTo, remark, reason, orders } }: { opened: ConsoleOrderProposal }) {
  return (
    <Panel title="买家">
      <FactList
        facts={[
          ['请谁确认', buyerName],
          ['收货地区', shipTo || '由买家选择'],
          ['备注', remark || '未填写'],
          ...(reason === '' ? [] : [['不需要的原因', reason] as const]),
          ...orders.map(
            ({ orderNo, state }) =>
              [
                '订单',
                <span key={orderNo}>
                  <Link to="/order" search={{ enterpriseId, orderNo }} className="num">
                    {orderNo}
                  </Link>{' '}
                  {orderLifecycle.states[state].label}
                </span>,
              ] as const,
          ),
        ]}
      />
    </Panel>
  )
}

function Lines({ opened: { state, lines } }: { opened: ConsoleOrderProposal }) {
  const isOpen = state === 'SENT'
  const columns: Column<OrderProposalLine>[] = [
    customColumn({
      title: '商品',
      value: ({ sku, name, spec, skuCode }) => (sku ? <ProposedGoodsCell sku={sku} /> : `${name} ${spec} ${skuCode}`),
    }),
    customColumn({
      title: '数量',
      width: 148,
      value: (line) => (
        <div className="proposal-prices">
          <span className="num">
            {formatCount(line.goodsNum)} {line.unit}
          </span>
          {isOpen && <small className="proposal-bad">{findProposedGoodsFault(line)}</small>}
        </div>
      ),
    }),
    customColumn({ title: '现价', width: 148, value: (line) => <CurrentPricesCell sku={line.sku} goodsNum={line.goodsNum} /> }),
    customColumn({
      title: '发出时单价',
      width: 148,
      value: ({ sentSalePrice, sentCreditPrice }) => (
        <div className="proposal-prices">
          <span>
            现金 <span className="num">{formatMoney(sentSalePrice)}</span>
          </span>
          <span>赊销 {sentCreditPrice === null ? '不支持' : <span className="num">{formatMoney(sentCreditPrice)}</span>}</span>
        </div>
      ),
    }),
  ]
  const { sale, credit } = sumProposedGoods(lines)
  return (
    <Panel title={`商品 ${lines.length} 种`} flush>
      <DataTable columns={columns} rows={lines} rowKey={({ lineNo }) => String(lineNo)} width={880} />
      {isOpen && (
        <p className="proposal-total">
          按今天的价格：现金 <span className="num">{formatMoney(sale)}</span>
          {credit !== null && (
            <>
              ，赊销 <span className="num">{formatMoney(credit)}</span>
            </>
          )}
        </p>
      )}
    </Panel>
  )
}

/** One proposal: what was sent, what it would cost now, and what became of it. */
export const Page = createRecordPage(
  {
    title: TITLE,
    by: ['enterpriseId', 'id'],
    what: '代客下单',
    choose: <Link to="/proposals">到列表选择</Link>,
    finished: (filters) => <CaseQueueFinished title={TITLE} queue={proposalQueue} filters={filters} />,
  },
  Proposal,
)
