import * as z from 'zod/mini'
import { Id, Instant, OrderNo } from '#contract/platform/core/fields.ts'
import { SkuProps } from '#contract/platform/core/sku-props.ts'

export const COMMENT_TEXT_MAX = 500
export const COMMENT_PICTURES_MAX = 6
export const COMMENT_REPLIES_MAX = 20
/** The number of days after receipt in which a line can be reviewed. */
export const COMMENT_DAYS_AFTER_RECEIPT_MAX = 30

export const commentStarsDescending = [5, 4, 3, 2, 1] as const
export const Stars = z.literal([1, 2, 3, 4, 5], '请选择评分')
export type Stars = z.output<typeof Stars>
/** The word for a number of stars. */
export const starLabels: Record<Stars, string> = { 5: '非常满意', 4: '满意', 3: '一般', 2: '不满意', 1: '很不满意' }

/** The filters of comments for buyers. */
export const buyerCommentStarFilters = {
  good: { label: '好评', stars: [5, 4] },
  mid: { label: '中评', stars: [3] },
  bad: { label: '差评', stars: [2, 1] },
} as const satisfies Record<string, { label: string; stars: readonly Stars[] }>

/** The name under an anonymous comment. */
export const ANONYMOUS_COMPANY = '某***公司'

/** The rating of goods, from the visible comments. */
export const GoodsRating = z.object({
  count: z.int(),
  /** Tenths of a star: 48 is 4.8. 0 without comments. */
  tenths: z.int(),
  /** The number of comments with five, four, three, two and one star. */
  byStars: z.array(z.int()),
  pictured: z.int(),
})
export type GoodsRating = z.output<typeof GoodsRating>

const Reply = z.object({ text: z.string(), at: Instant })

/** A comment as everybody sees it. */
export const PublicComment = z.object({
  id: Id,
  /** The name of the enterprise, or the text for an anonymous comment. */
  by: z.string(),
  stars: Stars,
  text: z.string(),
  pictures: z.array(Id),
  skuProps: SkuProps,
  at: Instant,
  replies: z.array(Reply),
  /** 商家回复. */
  answer: z.nullable(Reply),
})
export type PublicComment = z.output<typeof PublicComment>

const lineFields = {
  orderNo: OrderNo,
  lineNo: z.int(),
  goodsId: Id,
  goodsName: z.string(),
  image: z.nullable(Id),
  skuCode: z.string(),
  skuProps: SkuProps,
}

/** A line that can be reviewed. */
export const CommentableOrderLine = z.object({ ...lineFields, goodsNum: z.int(), unit: z.string(), receivedAt: Instant, deadline: Instant })
export type CommentableOrderLine = z.output<typeof CommentableOrderLine>

/** A comment of the caller's own enterprise. */
export const OwnComment = z.object({
  ...lineFields,
  id: Id,
  /** The member who wrote it, and whether that is the caller. */
  by: z.string(),
  mine: z.boolean(),
  stars: Stars,
  text: z.string(),
  pictures: z.array(Id),
  anonymous: z.boolean(),
  at: Instant,
  replies: z.array(z.object({ id: Id, by: z.string(), mine: z.boolean(), text: z.string(), at: Instant })),
  answer: z.nullable(Reply),
  /** Why staff have hidden it; null: it is visible. */
  hiddenReason: z.nullable(z.string()),
})
export type OwnComment = z.output<typeof OwnComment>

/** A comment as staff see it. */
export const ConsoleComment = z.object({
  ...lineFields,
  id: Id,
  enterpriseId: Id,
  enterpriseName: z.nullable(z.string()),
  stars: Stars,
  text: z.string(),
  pictures: z.array(Id),
  anonymous: z.boolean(),
  at: Instant,
  replies: z.array(Reply),
  answer: z.nullable(z.object({ text: z.string(), at: Instant, by: z.string() })),
  hiddenAt: z.nullable(Instant),
  hiddenReason: z.nullable(z.string()),
})
export type ConsoleComment = z.output<typeof ConsoleComment>
