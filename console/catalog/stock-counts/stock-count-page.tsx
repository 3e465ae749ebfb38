import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Alert } from 'antd'
import { AuthorAndTime } from '#console/platform/components/author.tsx'
import { EMPTY_CELL } from '#console/platform/components/list/columns.tsx'
import { CaseQueueBar, CaseQueueFinished } from '#console/platform/components/next-case/queue-bar.tsx'
import { useCaseRun } from '#console/platform/components/next-case/use-case-run.ts'
import { FactList, PageHead, Panel } from '#console/platform/components/panel.tsx'
import { createRecordPage } from '#console/platform/components/record-page.tsx'
import { QueryPage } from '#console/platform/components/states.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { consoleStockCountEndpoints } from '#contract/catalog/stock-counts/api.ts'
import { stockCountLifecycle } from '#contract/catalog/stock-counts/stock-count-lifecycle.ts'
import type { OutputOf } from '#contract/platform/core/endpoint.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { formatCount } from '#ui/format.ts'
import { StockCountActions } from './stock-count-actions.tsx'
import { StockCountLines } from './stock-count-lines.tsx'
import { stockCountQuery, stockCountQueue, stockCountTones } from './stock-counts-api.ts'
import './stock-counts.css'

const TITLE = '盘点单详情'
type Read = OutputOf<typeof consoleStockCountEndpoints.detail>

function One({ id }: { id: string }) {
  const found = useQuery(stockCountQuery(id))
  return (
    <QueryPage title={TITLE} from={found}>
      {(read) => <Opened read={read} />}
    </QueryPage>
  )
}

function Opened({ read }: { read: Read }) {
  const { id, state } = read.count
  const run = useCaseRun(stockCountQueue, { id, waiting: state === 'COUNTED' ? state : undefined })
  const { allowed } = usePermission(consoleStockCountEndpoints.approve)
  return (
    <>
      {allowed && <CaseQueueBar run={run} />}
      <PageHead
        title={
          <>
            盘点单 <span className="num">{read.count.countNo}</span>
            <span className="tags">
              <Tag tone={stockCountTones[read.count.state]}>{stockCountLifecycle.states[read.count.state].label}</Tag>
              {read.count.blind && <Tag tone="over">盲盘</Tag>}
            </span>
          </>
        }
        actions={<StockCountActions read={read} decided={run.decided} />}
      />
      <Sent read={read} />
      <Facts read={read} />
      <StockCountLines key={`${read.count.state} ${read.count.round}`} count={read.count} seesCosts={read.value !== null} />
    </>
  )
}

/** Why it was sent back, as long as it is counted again. */
const Sent = ({ read: { count } }: { read: Read }) =>
  count.state === 'OPEN' && count.rejectedReason !== '' ? (
    <Alert
      type="warning"
      showIcon
      className="notice"
      title={`已退回重盘（第 ${count.round} 次盘点）`}
      description={`原因：${count.rejectedReason}。还有 ${formatCount(count.lines - count.counted)} 个规格要重新录入。`}
    />
  ) : null

const Facts = ({ read: { count, value } }: { read: Read }) => {
  const { surplus, shortage, different } = count
  return (
    <Panel title="概况">
      <FactList
        facts={[
          ['仓库', count.warehouseName],
          ['范围', count.about],
          ['已录入', `${formatCount(count.counted)} / ${formatCount(count.lines)} 个规格`],
          [
            '差异',
            different === null || surplus === null || shortage === null
              ? '提交后显示'
              : `${formatCount(different)} 个规格，盘盈 ${formatCount(surplus)}，盘亏 ${formatCount(shortage)}`,
          ],
          ...(value === null
            ? []
            : [
                [
                  '差异金额（成本）',
                  `盘盈 ${formatMoney(value.surplus)}，盘亏 ${formatMoney(value.shortage)}${value.unknown > 0 ? `，另 ${formatCount(value.unknown)} 个规格没有成本` : ''}`,
                ] as const,
              ]),
          ['备注', count.note || EMPTY_CELL],
          ['制单', <AuthorAndTime key="made" name={count.madeBy} at={count.madeAt} />],
          ...(count.submittedAt ? [['提交', <AuthorAndTime key="sent" name={count.submittedBy} at={count.submittedAt} />] as const] : []),
          ...(count.approvedAt ? [['过账', <AuthorAndTime key="post" name={count.approvedBy} at={count.approvedAt} />] as const] : []),
        ]}
      />
    </Panel>
  )
}

/** One sheet: how far it is, its differences, and its steps. */
export const Page = createRecordPage(
  {
    title: TITLE,
    by: ['id'],
    what: '盘点单',
    choose: <Link to="/stock_counts">到盘点单列表选择</Link>,
    finished: (filters) => <CaseQueueFinished title="盘点单" queue={stockCountQueue} filters={filters} />,
  },
  One,
)
