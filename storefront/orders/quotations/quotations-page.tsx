import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { isQuotationStateFinal, type QuotationState } from '#contract/orders/quotations/quotation-lifecycle.ts'
import type { QuotationRow } from '#contract/orders/quotations/shapes.ts'
import { UserCenterLayout } from '#storefront/people/user-center/centre-layout.tsx'
import { Button, ButtonLink } from '#storefront/platform/components/button.tsx'
import { buyerListExportApi } from '#storefront/platform/components/export-api.ts'
import { ExportButtons } from '#storefront/platform/components/export-buttons.tsx'
import { type LinkTab, LinkTabs } from '#storefront/platform/components/link-tabs.tsx'
import { Pagination } from '#storefront/platform/components/pagination.tsx'
import { Price } from '#storefront/platform/components/price-box.tsx'
import { SkeletonPanels } from '#storefront/platform/components/skeleton-list.tsx'
import { EmptyState, QueryContent } from '#storefront/platform/components/states.tsx'
import { usePagination } from '#storefront/platform/components/use-pagination.ts'
import { Link } from '#storefront/platform/routing/link.tsx'
import { useNavigate, useSearch } from '#storefront/platform/routing/routing.tsx'
import { usePermission } from '#storefront/platform/sessions/permissions/use-permission.ts'
import { formatShanghaiTimeToMinute } from '#ui/format.ts'
import { PAGE_SIZE, quotationCountsQuery, quotationsQuery } from './quotation-api.ts'
import {
  parseQuotationFilter,
  type QuotationFilter,
  quotationStateColours,
  quotationStateLabel,
  quotationStates,
  quotationStatusNote,
} from './quotation-view.ts'

/** /quotation 我的询价: the enterprise's requests by state, with a search and pages, all kept in the address. */
export function Page() {
  const filter = parseQuotationFilter(useSearch())
  return (
    <UserCenterLayout
      title="我的询价"
      actions={
        <div className="flex flex-wrap items-center gap-3">
          <Export filter={filter} />
          <NewQuotation />
        </div>
      }
    >
      <Tabs filter={filter} />
      <Search key={filter.keyword} filter={filter} />
      <Quotations filter={filter} />
    </UserCenterLayout>
  )
}

function Export({ filter }: { filter: QuotationFilter }) {
  const { data } = useQuery(quotationsQuery(filter))
  const { pageNo: _, ...narrowed } = filter
  return <ExportButtons ask={(format) => buyerListExportApi.quotations({ ...narrowed, format })} total={data?.total} />
}

function NewQuotation() {
  const navigate = useNavigate()
  const { reason: denied } = usePermission('buyPay')
  return (
    <Button size="sm" blocked={denied} onClick={() => void navigate({ to: '/new_quotation' })}>
      <Plus className="size-4" aria-hidden />
      新的询价
    </Button>
  )
}

/** The states as tabs; the search is kept. Only the states in which the buyer has something to do are highlighted. */
function Tabs({ filter: { state, keyword } }: { filter: QuotationFilter }) {
  const { data = [] } = useQuery(quotationCountsQuery)
  const counts = new Map(data.map((row) => [row.state, row.count]))
  const kept = keyword === undefined ? {} : { keyword }
  const tab = (one: QuotationState): LinkTab => {
    const count = counts.get(one) ?? 0
    const label = quotationStateLabel(one)
    return {
      to: '/quotation',
      search: { ...kept, state: one },
      current: state === one,
      ...(one === 'QUOTED' ? { label, count } : { label: count > 0 ? `${label} ${count}` : label }),
    }
  }
  const all: LinkTab = { to: '/quotation', search: kept, label: '全部', current: state === undefined }
  // What is over is shown as a tab only where there is something of it.
  const shown = quotationStates.filter((one) => !isQuotationStateFinal(one) || one === state || (counts.get(one) ?? 0) > 0)
  return <LinkTabs label="询价状态" tabs={[all, ...shown.map(tab)]} />
}

/** Searches by number, name or goods. An enterprise that has never asked has nothing to search. */
function Search({ filter }: { filter: QuotationFilter }) {
  const [text, setText] = useState(filter.keyword ?? '')
  const navigate = useNavigate()
  const { data } = useQuery(quotationsQuery(filter))
  const find = (event: FormEvent) => {
    event.preventDefault()
    void navigate({ to: '.', search: (was) => ({ ...was, keyword: text.trim() === '' ? undefined : text.trim(), page: undefined }) })
  }
  if (data?.total === 0 && filter.state === undefined && filter.keyword === undefined) return null
  return (
    <search className="mb-3 block w-full sm:w-96">
      <form onSubmit={find} className="flex gap-2">
        <input
          type="search"
          aria-label="询价单号、名称或商品"
          placeholder="询价单号 / 名称 / 商品"
          maxLength={50}
          value={text}
          onChange={({ target }) => setText(target.value)}
          className="h-9 w-full min-w-0 flex-1 rounded-control border border-line bg-white px-3 hover:border-placeholder focus:border-jade"
        />
        <Button type="submit" look="line" size="sm" className="h-9">
          查询
        </Button>
      </form>
    </search>
  )
}

function Quotations({ filter }: { filter: QuotationFilter }) {
  const found = useQuery(quotationsQuery(filter))
  const turn = usePagination(found, { pageNo: filter.pageNo, pageSize: PAGE_SIZE })
  return (
    <QueryContent from={found} skeleton={<SkeletonPanels row="h-36 md:h-28" />}>
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

function None({ filter: { state, keyword } }: { filter: QuotationFilter }) {
  const { allowed } = usePermission('buyPay')
  const searched = keyword !== undefined
  const title = searched ? '没有符合条件的询价' : state === undefined ? '还没有询价' : `没有${quotationStateLabel(state)}的询价`
  return (
    <div className="panel">
      <EmptyState
        title={title}
        hint={
          searched
            ? '换个询价单号、名称或商品再试。'
            : '用量大、要长期供货或商城里没有的配件，可以询价：在购物车、商品详情或常购清单里点“询价”，也可以直接填写。'
        }
        action={
          searched || state !== undefined ? (
            <ButtonLink to="/quotation" look="line">
              查看全部询价
            </ButtonLink>
          ) : (
            allowed && <ButtonLink to="/new_quotation">去询价</ButtonLink>
          )
        }
      />
    </div>
  )
}

function Card({ row }: { row: QuotationRow }) {
  const { id, quotationNo, title, createdAt, createdBy, firstGoods, hasUnread, lineCount, offeredAmount, state } = row
  return (
    <article aria-label={`询价单 ${quotationNo}`} className="panel overflow-hidden">
      <header className="flex flex-wrap items-center gap-x-5 gap-y-0.5 border-b border-line-soft bg-paper/60 px-3 py-2.5 text-sm text-mute md:px-4">
        <Link to="/quotation_info" search={{ id }} className="num finger text-base text-ink hover:text-jade">
          <span className="font-sans text-sm font-normal text-mute">询价单号 </span>
          {quotationNo}
        </Link>
        <span className="num">{formatShanghaiTimeToMinute(createdAt)}</span>
        <span>{createdBy}</span>
        {hasUnread && <span className="font-medium text-copper">客服有新留言</span>}
      </header>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2 px-3 py-3 md:px-4">
        <div className="min-w-full flex-1 sm:min-w-60">
          <p className="font-medium break-words">{title === '' ? firstGoods : title}</p>
          <p className="mt-0.5 text-sm break-words text-mute">
            {title === '' ? '' : `${firstGoods} `}共 <span className="num">{lineCount}</span> 种
          </p>
        </div>
        {offeredAmount !== null && (
          <p className="text-right">
            <span className="mr-2 text-xs text-mute sm:mr-0 sm:block">报价合计（现金）</span>
            <Price amount={offeredAmount} kind="sale" />
          </p>
        )}
        <div className="sm:w-52">
          <p className={`font-medium ${quotationStateColours[state]}`}>{quotationStateLabel(state)}</p>
          <p className="text-xs text-mute">{quotationStatusNote(row)}</p>
        </div>
        <ButtonLink
          to="/quotation_info"
          search={{ id }}
          look={state === 'QUOTED' ? 'primary' : 'line'}
          size="sm"
          className="ml-auto"
          aria-label={`查看详情：询价单 ${quotationNo}`}
        >
          查看详情
        </ButtonLink>
      </div>
    </article>
  )
}
