import { useQuery } from '@tanstack/react-query'
import type { OrderProposalState } from '#contract/orders/order-proposals/order-proposal-lifecycle.ts'
import type { OrderProposalRow } from '#contract/orders/order-proposals/shapes.ts'
import { UserCenterLayout } from '#storefront/people/user-center/centre-layout.tsx'
import { ButtonLink } from '#storefront/platform/components/button.tsx'
import { buyerListExportApi } from '#storefront/platform/components/export-api.ts'
import { ExportButtons } from '#storefront/platform/components/export-buttons.tsx'
import { type LinkTab, LinkTabs } from '#storefront/platform/components/link-tabs.tsx'
import { Pagination } from '#storefront/platform/components/pagination.tsx'
import { SkeletonPanels } from '#storefront/platform/components/skeleton-list.tsx'
import { EmptyState, QueryContent } from '#storefront/platform/components/states.tsx'
import { usePagination } from '#storefront/platform/components/use-pagination.ts'
import { Link } from '#storefront/platform/routing/link.tsx'
import { useSearch } from '#storefront/platform/routing/routing.tsx'
import { formatShanghaiTimeToMinute } from '#ui/format.ts'
import { PAGE_SIZE, proposalCountsQuery, proposalsQuery } from './proposal-api.ts'
import {
  type ProposalFilter,
  parseProposalFilter,
  proposalStateColours,
  proposalStateLabel,
  proposalStates,
  proposalStatusNote,
} from './proposal-view.ts'

/** /proposals 代客下单: what staff have prepared for the company by state and by pages, all kept in the address. */
export function Page() {
  const filter = parseProposalFilter(useSearch())
  return (
    <UserCenterLayout title="代客下单" actions={<Export filter={filter} />}>
      <Tabs filter={filter} />
      <Proposals filter={filter} />
    </UserCenterLayout>
  )
}

function Export({ filter }: { filter: ProposalFilter }) {
  const { data } = useQuery(proposalsQuery(filter))
  const { pageNo: _, ...narrowed } = filter
  return <ExportButtons ask={(format) => buyerListExportApi.orderProposals({ ...narrowed, format })} total={data?.total} />
}

/** The states as tabs. Only those that wait for the buyer are highlighted; what is over has a tab where there is something of it. */
function Tabs({ filter: { state } }: { filter: ProposalFilter }) {
  const { data = [] } = useQuery(proposalCountsQuery)
  const counts = new Map(data.map((row) => [row.state, row.count]))
  const tab = (one: OrderProposalState): LinkTab => {
    const count = counts.get(one) ?? 0
    const label = proposalStateLabel(one)
    return {
      to: '/proposals',
      search: { state: one },
      current: state === one,
      ...(one === 'SENT' ? { label, count } : { label: count > 0 ? `${label} ${count}` : label }),
    }
  }
  const all: LinkTab = { to: '/proposals', label: '全部', current: state === undefined }
  const shown = proposalStates.filter((one) => one === 'SENT' || one === state || (counts.get(one) ?? 0) > 0)
  return <LinkTabs label="代客下单状态" tabs={[all, ...shown.map(tab)]} />
}

function Proposals({ filter }: { filter: ProposalFilter }) {
  const found = useQuery(proposalsQuery(filter))
  const turn = usePagination(found, { pageNo: filter.pageNo, pageSize: PAGE_SIZE })
  return (
    <QueryContent from={found} skeleton={<SkeletonPanels row="h-44 md:h-28" />}>
      {({ dataList, total }) => (
        <div
          aria-busy={found.isPlaceholderData}
          className={`flex flex-col gap-3 transition-opacity ${found.isPlaceholderData ? 'opacity-60' : ''}`}
        >
          {dataList.length === 0 ? <None filter={filter} /> : dataList.map((row) => <Card key={row.id} row={row} />)}
          <Pagination pageNo={filter.pageNo} pageSize={PAGE_SIZE} total={total} onChange={turn} />
        </div>
      )}
    </QueryContent>
  )
}

const None = ({ filter: { state } }: { filter: ProposalFilter }) => (
  <div className="panel">
    <EmptyState
      title={state === undefined ? '还没有代客下单' : `没有${proposalStateLabel(state)}的代客下单`}
      hint="电话或留言告诉客服要买什么，客服为您准备好订单，您在这里查看并确认。未经您确认不会下单。"
      action={
        state === undefined ? (
          <ButtonLink to="/service_contact">联系客服</ButtonLink>
        ) : (
          <ButtonLink to="/proposals" look="line">
            查看全部代客下单
          </ButtonLink>
        )
      }
    />
  </div>
)

function Card({ row }: { row: OrderProposalRow }) {
  const { id, proposalNo, createdAt, buyerName, firstGoods, lineCount, state } = row
  const open = state === 'SENT' ? '查看并确认' : '查看详情'
  return (
    <article aria-label={`代客下单 ${proposalNo}`} className="panel overflow-hidden">
      <header className="flex flex-wrap items-center gap-x-5 gap-y-0.5 border-b border-line-soft bg-paper/60 px-3 py-2.5 text-sm text-mute md:px-4">
        <Link to="/proposal" search={{ id }} className="num finger text-base text-ink hover:text-jade">
          <span className="font-sans text-sm font-normal text-mute">单号 </span>
          {proposalNo}
        </Link>
        <span className="num">{formatShanghaiTimeToMinute(createdAt)}</span>
        <span>请 {buyerName} 确认</span>
      </header>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2 px-3 py-3 md:px-4">
        <div className="min-w-full flex-1 sm:min-w-60">
          <p className="font-medium break-words">{firstGoods}</p>
          <p className="mt-0.5 text-sm text-mute">
            共 <span className="num">{lineCount}</span> 种
          </p>
        </div>
        <div className="min-w-0 flex-1 sm:max-w-72">
          <p className={`font-medium ${proposalStateColours[state]}`}>{proposalStateLabel(state)}</p>
          <p className="text-xs text-mute">{proposalStatusNote(row)}</p>
        </div>
        <ButtonLink
          to="/proposal"
          search={{ id }}
          look={state === 'SENT' ? 'primary' : 'line'}
          size="sm"
          className="ml-auto"
          aria-label={`${open}：代客下单 ${proposalNo}`}
        >
          {open}
        </ButtonLink>
      </div>
    </article>
  )
}
