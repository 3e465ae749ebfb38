import { formatGoodsNames } from '#contract/catalog/goods/goods-names.ts'
import { afterSaleLifecycle, afterSaleTypes, formatAfterSaleStatus } from '#contract/orders/after-sales/after-sale-lifecycle.ts'
import type { AfterSaleRow } from '#contract/orders/after-sales/shapes.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { ButtonLink } from '#storefront/platform/components/button.tsx'
import { GoodsPicture } from '#storefront/platform/components/goods-picture.tsx'
import { Pagination } from '#storefront/platform/components/pagination.tsx'
import { EmptyState, QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { usePagination } from '#storefront/platform/components/use-pagination.ts'
import { Link } from '#storefront/platform/routing/link.tsx'
import { formatCount, formatShanghaiTimeToMinute } from '#ui/format.ts'
import { type AfterSaleTab, PAGE_SIZE, useAfterSales } from './after-sale-api.ts'

const none: Record<AfterSaleTab | 'all', string> = { all: '还没有售后单', open: '没有处理中的售后', over: '没有已结束的售后' }

export function AfterSaleList({ state, pageNo }: { state: AfterSaleTab | undefined; pageNo: number }) {
  const found = useAfterSales(state, pageNo)
  const turn = usePagination(found, { pageNo, pageSize: PAGE_SIZE })
  return (
    <QueryContent from={found} skeleton={<Waiting />}>
      {({ dataList, total }) => (
        <div className="flex flex-col gap-3">
          {dataList.length === 0 ? (
            <div className="panel">
              <EmptyState
                title={none[state ?? 'all']}
                hint="在订单中选择“申请售后”：未发货可退款，收货后 15 天内可退货或换货。"
                action={<ButtonLink to="/my_order">查看我的订单</ButtonLink>}
              />
            </div>
          ) : (
            dataList.map((row) => <Row key={row.id} row={row} />)
          )}
          <Pagination pageNo={pageNo} pageSize={PAGE_SIZE} total={total} onChange={turn} />
        </div>
      )}
    </QueryContent>
  )
}

const Waiting = () => (
  <div className="flex flex-col gap-3">
    <Skeleton className="h-36" />
    <Skeleton className="h-36" />
    <Skeleton className="h-36" />
  </div>
)

/** The state of an after-sale as a coloured tag. */
function StatusTag({ row: { type, state } }: { row: Pick<AfterSaleRow, 'type' | 'state'> }) {
  const final = 'final' in afterSaleLifecycle.states[state]
  const good = state === 'REFUNDED' || state === 'EXCHANGED'
  const look = good
    ? 'bg-jade-tint text-jade'
    : state === 'REJECTED'
      ? 'bg-danger-tint text-danger'
      : final
        ? 'bg-line-soft text-mute'
        : 'bg-copper-tint text-gold'
  return <span className={`rounded-[3px] px-1.5 py-0.5 text-xs whitespace-nowrap ${look}`}>{formatAfterSaleStatus(type, state)}</span>
}

function Row({ row }: { row: AfterSaleRow }) {
  const { id, afterSaleNo, orderNo, type, createdAt, firstGoods, goodsKinds, image, units, reason, refunded } = row
  return (
    <article className="panel" aria-label={`${afterSaleTypes[type].label} ${afterSaleNo}`}>
      <header className="flex items-center justify-between gap-2 border-b border-line-soft px-4 py-3">
        <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <span className="font-medium">{afterSaleTypes[type].label}</span>
          <span className="num text-sm text-mute">{afterSaleNo}</span>
          <span className="num text-sm text-mute">{formatShanghaiTimeToMinute(createdAt)}</span>
        </p>
        <StatusTag row={row} />
      </header>
      <div className="flex gap-3 px-4 py-3">
        <div className="size-16 shrink-0 overflow-hidden rounded-control border border-line-soft">
          <GoodsPicture picture={image} alt="" sizes="64px" className="h-full" />
        </div>
        <div className="min-w-0 flex-1">
          <p className="font-medium break-words">{formatGoodsNames(firstGoods, goodsKinds)}</p>
          <p className="mt-0.5 text-sm text-mute">
            {units > 0 ? `数量 ${formatCount(units)}` : '仅运费'} · {reason}
          </p>
          <p className="num mt-0.5 text-sm text-mute">订单 {orderNo}</p>
        </div>
        <div className="flex shrink-0 flex-col items-end justify-between gap-2">
          {refunded !== null ? (
            <p className="text-right text-sm text-mute">
              已退
              <strong className="num ml-1 text-md text-ink">{formatMoney(refunded)}</strong>
            </p>
          ) : (
            <span />
          )}
          <Link
            to="/after_sale"
            search={{ id }}
            aria-label={`查看详情：售后单 ${afterSaleNo}`}
            className="rounded-control border border-line px-3 py-1.5 text-sm hover:border-jade hover:text-jade"
          >
            查看详情
          </Link>
        </div>
      </div>
    </article>
  )
}
