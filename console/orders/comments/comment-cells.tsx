import { Link } from '@tanstack/react-router'
import { GoodsCell } from '#console/platform/components/goods-picture.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { LOW_STARS_MAX } from '#contract/orders/comments/console-api.ts'
import { type ConsoleComment, type Stars, starLabels } from '#contract/orders/comments/shapes.ts'
import { formatSkuProps } from '#contract/platform/core/sku-props.ts'
import { formatShanghaiTimeToMinute } from '#ui/format.ts'

const STARS_MAX = 5

/** ★★★★☆ with the number for screen readers. */
export const StarsCell = ({ stars }: { stars: Stars }) => (
  <span
    role="img"
    aria-label={`${stars} 星，${starLabels[stars]}`}
    className={`comment-stars${stars <= LOW_STARS_MAX ? ' comment-low' : ''}`}
  >
    {'★'.repeat(stars)}
    {'☆'.repeat(STARS_MAX - stars)}
  </span>
)

export const CommentGoodsCell = ({ one: { image, goodsName, skuProps } }: { one: ConsoleComment }) => (
  <GoodsCell image={image} name={goodsName} about={formatSkuProps(skuProps)} />
)

export const CommentEnterpriseCell = ({ one: { enterpriseId, enterpriseName, orderNo, anonymous } }: { one: ConsoleComment }) => (
  <div className="two-lines comment-whose">
    <span>
      <Link to="/enterprise" search={{ enterpriseId }}>
        {enterpriseName ?? '未命名企业'}
      </Link>
      {anonymous && <small>（匿名）</small>}
    </span>
    <Link to="/order" search={{ enterpriseId, orderNo }} className="num">
      {orderNo}
    </Link>
  </div>
)

/** The text of a comment, its additions, the reply, and why it is hidden. */
export const CommentTextAndRepliesCell = ({ one: { text, replies, answer, hiddenReason } }: { one: ConsoleComment }) => (
  <div className="comment-words">
    <p>{text}</p>
    {replies.map((reply) => (
      <p key={`${reply.at.getTime()} ${reply.text}`}>
        <small>买家补充 {formatShanghaiTimeToMinute(reply.at)}</small> {reply.text}
      </p>
    ))}
    {answer && (
      <p className="comment-answer">
        <small>
          商家回复 {answer.by} {formatShanghaiTimeToMinute(answer.at)}
        </small>{' '}
        {answer.text}
      </p>
    )}
    {hiddenReason !== null && (
      <p>
        <small>隐藏原因</small> {hiddenReason}
      </p>
    )}
  </div>
)

export function CommentStatusCell({ one: { hiddenAt, answer, stars } }: { one: ConsoleComment }) {
  if (hiddenAt !== null) return <Tag tone="over">已隐藏</Tag>
  if (answer !== null) return <Tag tone="good">已回复</Tag>
  return <Tag tone={stars <= LOW_STARS_MAX ? 'bad' : 'wait'}>待回复</Tag>
}
