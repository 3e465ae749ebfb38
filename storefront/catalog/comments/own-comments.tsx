import { useState } from 'react'
import { type OwnComment, starLabels } from '#contract/orders/comments/shapes.ts'
import { Button, ButtonLink } from '#storefront/platform/components/button.tsx'
import { ConfirmDialog } from '#storefront/platform/components/dialog.tsx'
import { GoodsLine } from '#storefront/platform/components/goods-line.tsx'
import { Pagination } from '#storefront/platform/components/pagination.tsx'
import { EmptyState, QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { useEnterprisePicture } from '#storefront/platform/components/use-own-picture.ts'
import { usePagination } from '#storefront/platform/components/use-pagination.ts'
import { emitClientEvent } from '#storefront/platform/sessions/events.ts'
import { usePermission } from '#storefront/platform/sessions/permissions/use-permission.ts'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { formatShanghaiTimeToMinute } from '#ui/format.ts'
import { AddReplyToOwnCommentForm } from './add-reply.tsx'
import { commentApi, invalidatedByComment, PAGE_SIZE, useEnterpriseComments } from './comment-api.ts'
import { CommentReplyText } from './comment-reply.tsx'
import { ReadOnlyStars } from './stars.tsx'

/** The comments of one's own enterprise, the newest first. */
export function EnterpriseComments({ orderNo, pageNo }: { orderNo: string | undefined; pageNo: number }) {
  const found = useEnterpriseComments({ orderNo, pageNo })
  const turn = usePagination(found, { pageNo, pageSize: PAGE_SIZE })
  return (
    <QueryContent from={found} skeleton={<Skeleton className="h-48" />}>
      {({ dataList, total }) => (
        <div className="flex flex-col gap-3">
          {dataList.length === 0 && (
            <div className="panel">
              <EmptyState title="还没有评论" hint="评论后在这里查看商家回复。" action={<ButtonLink to="/my_comment">去评论</ButtonLink>} />
            </div>
          )}
          {dataList.map((one) => (
            <Own key={one.id} one={one} />
          ))}
          <Pagination pageNo={pageNo} pageSize={PAGE_SIZE} total={total} onChange={turn} />
        </div>
      )}
    </QueryContent>
  )
}

function Own({ one }: { one: OwnComment }) {
  const { stars, text, pictures, anonymous, at, by, hiddenReason, answer } = one
  return (
    <article className="panel p-4 md:p-5" aria-label={`${one.goodsName}的评论`}>
      <GoodsLine goods={one} size="sm" />
      <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-mute">
        <ReadOnlyStars value={stars} label={`${stars} 星，${starLabels[stars]}`} />
        <span>
          {by}
          {anonymous && '（匿名）'}
        </span>
        <span className="num">{formatShanghaiTimeToMinute(at)}</span>
      </p>
      {hiddenReason !== null && (
        <p role="note" className="mt-2 rounded-control bg-danger-tint px-3 py-2 text-sm text-danger">
          评论已被隐藏，只有本企业可见。原因：{hiddenReason}
        </p>
      )}
      <p className="mt-2 break-words whitespace-pre-wrap">{text}</p>
      {pictures.length > 0 && (
        <ul className="mt-2 flex flex-wrap gap-2">
          {pictures.map((fileId, place) => (
            <li key={fileId}>
              <OwnPicture fileId={fileId} label={`评论图片 ${place + 1}`} />
            </li>
          ))}
        </ul>
      )}
      <Replies one={one} />
      {answer && <CommentReplyText by="商家回复" {...answer} />}
      <Acts one={one} />
    </article>
  )
}

function OwnPicture({ fileId, label }: { fileId: string; label: string }) {
  const picture = useEnterprisePicture(fileId)
  if (picture.state !== 'shown') return <div className="skeleton size-20 rounded-control" role="status" aria-label="加载中" />
  return <img src={picture.url} alt={label} className="size-20 rounded-control border border-line-soft object-cover" />
}

function Replies({ one: { id, replies } }: { one: OwnComment }) {
  const remove = useApiMutation(commentApi.removeReply, {
    invalidates: invalidatedByComment,
    onSuccess: (_, reply) => emitClientEvent('commentReplyRemoved', reply),
  })
  return replies.map(({ id: replyId, by, mine, text, at }) => (
    <CommentReplyText key={replyId} by={`${by} 补充`} text={text} at={at}>
      {mine && (
        <button
          type="button"
          disabled={remove.isPending}
          onClick={() => remove.mutate({ id, replyId })}
          className="finger ml-3 text-jade hover:underline"
        >
          删除
        </button>
      )}
    </CommentReplyText>
  ))
}

/** The actions to add to one's own comment and to delete it. */
function Acts({ one: { id, mine } }: { one: OwnComment }) {
  const [asking, setAsking] = useState(false)
  const { reason: denied } = usePermission('buyPay')
  const remove = useApiMutation(commentApi.remove, {
    invalidates: invalidatedByComment,
    onSuccess: () => emitClientEvent('commentRemoved', { id }),
  })
  if (denied !== undefined) return null
  return (
    <>
      <AddReplyToOwnCommentForm id={id}>
        {mine && (
          <Button look="plain" size="sm" onClick={() => setAsking(true)}>
            删除评论
          </Button>
        )}
      </AddReplyToOwnCommentForm>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="删除这条评论？"
        text="评论和图片不再显示，删除后不能再次评论该商品。"
        confirm="删除"
        busy={remove.isPending}
        onConfirm={() => remove.mutate({ id })}
      />
    </>
  )
}
