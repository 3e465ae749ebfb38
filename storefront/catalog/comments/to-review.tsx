import { useId, useState } from 'react'
import type { CommentableOrderLine } from '#contract/orders/comments/shapes.ts'
import { Button, ButtonLink } from '#storefront/platform/components/button.tsx'
import { GoodsLine } from '#storefront/platform/components/goods-line.tsx'
import { OrderLinkIfPermitted } from '#storefront/platform/components/order-link.tsx'
import { Pagination } from '#storefront/platform/components/pagination.tsx'
import { SkeletonPanels } from '#storefront/platform/components/skeleton-list.tsx'
import { EmptyState, QueryContent } from '#storefront/platform/components/states.tsx'
import { useNow } from '#storefront/platform/components/use-now.ts'
import { usePagination } from '#storefront/platform/components/use-pagination.ts'
import { usePermission } from '#storefront/platform/sessions/permissions/use-permission.ts'
import { formatCount, formatShanghaiTimeToMinute, formatTimeLeft } from '#ui/format.ts'
import { PAGE_SIZE, useEnterpriseComments, useOrderLinesToReview } from './comment-api.ts'
import { ReviewOrderLineForm } from './review-form.tsx'
import { SHARE_BAR_CLASSES } from './stars.tsx'

/** Lines that can be reviewed, the earliest receipt first. */
export function OrderLinesToReview({ orderNo, pageNo }: { orderNo: string | undefined; pageNo: number }) {
  const found = useOrderLinesToReview({ orderNo, pageNo })
  const turn = usePagination(found, { pageNo, pageSize: PAGE_SIZE })
  return (
    <QueryContent from={found} skeleton={<SkeletonPanels row="h-46 md:h-31" />}>
      {({ dataList, total }) => (
        <div className="flex flex-col gap-3">
          {orderNo !== undefined && <Progress orderNo={orderNo} left={total} />}
          {dataList.length === 0 ? (
            <div className="panel">
              <EmptyState
                title={orderNo === undefined ? '没有待评论的商品' : '该订单的商品都已评论'}
                hint="确认收货后 30 天内可以评论，每件商品一次。"
                action={<ButtonLink to="/my_order">查看我的订单</ButtonLink>}
              />
            </div>
          ) : (
            dataList.map((line) => <Line key={`${line.orderNo} ${line.lineNo}`} line={line} open={orderNo !== undefined && total === 1} />)
          )}
          <Pagination pageNo={pageNo} pageSize={PAGE_SIZE} total={total} onChange={turn} />
        </div>
      )}
    </QueryContent>
  )
}

/** The review progress of one order. */
function Progress({ orderNo, left }: { orderNo: string; left: number }) {
  const reviewed = useEnterpriseComments({ orderNo, pageNo: 1 }).data?.total
  if (reviewed === undefined || reviewed + left === 0) return null
  return (
    <div className="panel flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <label htmlFor="reviewed" className="text-sm text-mute">
        已评论{' '}
        <strong className="num text-ink">
          {reviewed}/{reviewed + left}
        </strong>{' '}
        件
      </label>
      <progress id="reviewed" value={reviewed} max={reviewed + left} className={`h-2 min-w-40 flex-1 ${SHARE_BAR_CLASSES}`} />
    </div>
  )
}

function Line({ line, open }: { line: CommentableOrderLine; open: boolean }) {
  const [writing, setWriting] = useState(open)
  const about = useId()
  const { reason: denied } = usePermission('buyPay')
  const now = useNow()
  const { orderNo, goodsName, goodsNum, unit, receivedAt, deadline } = line
  return (
    <article className="panel p-4 md:p-5" aria-label={goodsName}>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <GoodsLine goods={line}>
          <p className="mt-1 text-sm text-mute">
            订单 <OrderLinkIfPermitted orderNo={orderNo} /> · {formatCount(goodsNum)} {unit}
          </p>
          <p className="text-sm text-mute">
            <span className="num">{formatShanghaiTimeToMinute(receivedAt)}</span> 收货，还有 {formatTimeLeft(deadline, now)} 可以评论
          </p>
        </GoodsLine>
        {!writing && (
          <Button look="line" size="sm" blocked={denied} aria-describedby={denied && about} onClick={() => setWriting(true)}>
            写评论
          </Button>
        )}
      </div>
      {writing && denied === undefined && <ReviewOrderLineForm line={line} />}
      {denied !== undefined && (
        <p id={about} className="mt-2 text-sm text-mute">
          {denied}
        </p>
      )}
    </article>
  )
}
