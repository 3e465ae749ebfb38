import { useState } from 'react'
import { type PublicComment, starLabels } from '#contract/orders/comments/shapes.ts'
import { formatSkuProps } from '#contract/platform/core/sku-props.ts'
import { Modal } from '#storefront/platform/components/dialog.tsx'
import { Pagination } from '#storefront/platform/components/pagination.tsx'
import { parseId } from '#storefront/platform/components/parse-id.ts'
import { parsePageNo } from '#storefront/platform/components/parse-page.ts'
import { ShareButton } from '#storefront/platform/components/share/share-button.tsx'
import { EmptyState, QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { useNavigate, useSearch } from '#storefront/platform/routing/routing.tsx'
import type { SearchParams } from '#storefront/platform/routing/types.ts'
import { formatShanghaiTimeToMinute } from '#ui/format.ts'
import { commentPictureUrl, useGoodsComments } from './comment-api.ts'
import { CommentReplyText } from './comment-reply.tsx'
import { commentFiltersByName, parseCommentFilterName } from './goods-comments-view.ts'
import { RatingSummaryWithFilters } from './rating-board.tsx'
import { ReadOnlyStars } from './stars.tsx'

const PAGE_SIZE = 5

/** The comments on goods: the rating, the filters, and the comments by page. The filter is in the URL. */
export function GoodsComments({ goodsId }: { goodsId: string }) {
  const { comment, comments, page } = useSearch()
  const navigate = useNavigate()
  const filter = parseCommentFilterName(comments)
  const pageNo = parsePageNo(page)
  const sought = parseId(comment)
  const found = useGoodsComments({
    goodsId,
    pageNo,
    pageSize: PAGE_SIZE,
    ...commentFiltersByName[filter].filter,
    ...(sought ? { id: sought } : {}),
  })
  const show = (change: SearchParams) =>
    void navigate({ to: '.', search: (was) => ({ ...was, ...change }), replace: true, resetScroll: false })
  return (
    <section aria-label="商品评论" className="panel mt-3 p-4 md:mt-4 md:p-6">
      <h2 className="mb-3 text-lg">商品评论</h2>
      <QueryContent from={found} skeleton={<Skeleton className="h-40" />}>
        {({ rating, dataList, total }) =>
          rating.count === 0 ? (
            <EmptyState title="还没有评论" hint="收货后可在“我的评论”中写下第一条。" />
          ) : (
            <>
              <RatingSummaryWithFilters rating={rating} chosen={filter} onChoose={(next) => show({ comments: next, page: undefined })} />
              <ul aria-busy={found.isPlaceholderData}>
                {dataList.map((one) => (
                  <Comment key={one.id} goodsId={goodsId} one={one} sought={one.id === sought} />
                ))}
              </ul>
              {dataList.length === 0 && <p className="py-8 text-center text-mute">没有符合的评论</p>}
              <Pagination
                pageNo={pageNo}
                pageSize={PAGE_SIZE}
                total={total}
                onChange={(next) => show({ page: next === 1 ? undefined : String(next) })}
              />
            </>
          )
        }
      </QueryContent>
    </section>
  )
}

interface CommentProps {
  goodsId: string
  one: PublicComment
  /** It is the comment that the link points to. */
  sought: boolean
}

const showIt = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'center' })

function Comment({ goodsId, one: { id, by, stars, text, pictures, skuProps, at, replies, answer }, sought }: CommentProps) {
  return (
    <li ref={sought ? showIt : undefined} className={`border-t border-line-soft py-4 ${sought ? 'bg-jade-tint' : ''}`}>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-mute">
        <ReadOnlyStars value={stars} label={`${stars} 星，${starLabels[stars]}`} />
        <span className="font-medium text-ink">{by}</span>
        <span className="num">{formatShanghaiTimeToMinute(at)}</span>
        <span>{formatSkuProps(skuProps)}</span>
        <ShareButton shared={{ what: 'comment', id, title: text, path: `/detail?goodsId=${goodsId}&comment=${id}` }} className="ml-auto" />
      </p>
      <p className="mt-2 break-words whitespace-pre-wrap">{text}</p>
      {pictures.length > 0 && <Pictures id={id} pictures={pictures} />}
      {replies.map((reply) => (
        <CommentReplyText key={`${reply.at.getTime()} ${reply.text}`} by="买家补充" {...reply} />
      ))}
      {answer && <CommentReplyText by="商家回复" {...answer} />}
    </li>
  )
}

/** Thumbnails. A click opens the picture in its full size. */
function Pictures({ id, pictures }: { id: string; pictures: readonly string[] }) {
  const [shown, setShown] = useState<number>()
  const large = shown === undefined ? undefined : pictures[shown]
  return (
    <>
      <ul className="mt-2 flex flex-wrap gap-2">
        {pictures.map((fileId, place) => (
          <li key={fileId}>
            <button type="button" aria-label={`查看买家图片 ${place + 1}`} onClick={() => setShown(place)} className="block cursor-zoom-in">
              <img
                src={commentPictureUrl(id, fileId)}
                alt=""
                loading="lazy"
                className="size-20 rounded-control border border-line-soft bg-paper object-cover md:size-24"
              />
            </button>
          </li>
        ))}
      </ul>
      <Modal open={large !== undefined} onClose={() => setShown(undefined)} title={`买家图片 ${(shown ?? 0) + 1}/${pictures.length}`} wide>
        {large !== undefined && (
          <img src={commentPictureUrl(id, large)} alt={`买家图片 ${(shown ?? 0) + 1}`} className="mx-auto max-h-[70dvh] object-contain" />
        )}
      </Modal>
    </>
  )
}
