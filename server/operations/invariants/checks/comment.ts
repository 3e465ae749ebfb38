import { commentStarsDescending } from '#contract/orders/comments/shapes.ts'
import type { Invariant } from './invariant.ts'

const byStars = commentStarsDescending
  .map((one) => `count(c.id) filter (where c.stars = ${one}) <> coalesce(r.stars_${one}, 0)`)
  .join(' or ')

/** Invariants of comments. */
export const commentInvariants: readonly Invariant[] = [
  {
    id: 'I-19',
    acrossCompanies: true,
    promise: 'a good is rated by the comments that can be seen, each counted once',
    sql: `select coalesce(r.goods_id, c.goods_id)::text from goods_rating r
      full join (select * from comment where hidden_at is null and removed_at is null) c on c.goods_id = r.goods_id
      group by coalesce(r.goods_id, c.goods_id), r.goods_id, r.stars_1, r.stars_2, r.stars_3, r.stars_4, r.stars_5, r.pictured
      having ${byStars} or count(c.id) filter (where c.pictures <> '[]') <> coalesce(r.pictured, 0)`,
  },
]
