import type { commentEndpoints } from '#contract/orders/comments/api.ts'
import { buyerCommentStarFilters, commentStarsDescending, type GoodsRating } from '#contract/orders/comments/shapes.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'

interface Filter {
  label: string
  filter: Pick<Partial<InputOf<typeof commentEndpoints.list>>, 'band' | 'stars' | 'pictured'>
  /** The number of comments. */
  of: (rating: GoodsRating) => number
}

const starred = (rating: GoodsRating, wanted: readonly number[]): number =>
  commentStarsDescending.reduce((sum, one, at) => sum + (wanted.includes(one) ? (rating.byStars[at] ?? 0) : 0), 0)

const band = (name: keyof typeof buyerCommentStarFilters): Filter => ({
  label: buyerCommentStarFilters[name].label,
  filter: { band: name },
  of: (rating) => starred(rating, buyerCommentStarFilters[name].stars),
})
const star = (one: (typeof commentStarsDescending)[number]): Filter => ({
  label: `${one} 星`,
  filter: { stars: one },
  of: (rating) => starred(rating, [one]),
})

/** The filter of the comments, as it is in the URL. */
export const commentFiltersByName = {
  all: { label: '全部', filter: {}, of: ({ count }) => count },
  good: band('good'),
  mid: band('mid'),
  bad: band('bad'),
  pictured: { label: '有图', filter: { pictured: true }, of: ({ pictured }) => pictured },
  s5: star(5),
  s4: star(4),
  s3: star(3),
  s2: star(2),
  s1: star(1),
} as const satisfies Record<string, Filter>
export type CommentFilterName = keyof typeof commentFiltersByName

export const parseCommentFilterName = (text: string | undefined): CommentFilterName =>
  text !== undefined && Object.hasOwn(commentFiltersByName, text) ? (text as CommentFilterName) : 'all'

/** 48 → '4.8'. */
export const formatAverageStars = ({ tenths }: GoodsRating): string => `${Math.floor(tenths / 10)}.${tenths % 10}`

/** The share in whole percent. */
export const computeStarSharePercent = (part: number, { count }: GoodsRating): number =>
  count === 0 ? 0 : Math.round((part * 100) / count)
