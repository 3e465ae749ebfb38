import type { goods, goodsCategory } from '../../contract/catalog/api.ts'
import { hardnessBands } from '../../contract/catalog/shapes.ts'
import type { Caller } from '../http/caller.ts'
import type { Handlers } from '../http/context.ts'
import type { Moment } from '../platform/moment.ts'
import type { Viewer } from '../pricing/public.ts'
import { findGoods, shopNames } from './goods-store.ts'
import { readCards, readCategories, readDetail, readRecommended } from './goods-view.ts'
import { countOfBand, findPage, isUnsearchable } from './search-index.ts'

const RECOMMENDED = 10

/** Guests see the prices of everybody: what they are answered is remembered and goes to all of them. */
const viewerOf = ({ caller, moment }: { caller: Caller; moment: Moment }): Viewer => ({
  enterpriseId: caller.kind === 'member' ? caller.enterpriseId : undefined,
  now: moment.now,
})

export const goodsCategoryHandlers: Handlers<typeof goodsCategory> = {
  list: (_, { db }) => readCategories(db),
  recom: (_, context) => readRecommended(context.db, viewerOf(context), RECOMMENDED),
}

export const goodsHandlers: Handlers<typeof goods> = {
  list: async (input, context) => {
    const { db } = context
    if (isUnsearchable(input.keyword)) return { dataList: [], total: 0 }
    const { ids, total } = await findPage(db, input)
    const shopName = input.shopId === undefined ? undefined : (await shopNames(db)).get(input.shopId)
    return { dataList: await readCards(db, viewerOf(context), ids), total, ...(shopName === undefined ? {} : { shopName }) }
  },
  detail: ({ goodsId }, context) => readDetail(context.db, viewerOf(context), goodsId),
  hardness: (_, { db }) =>
    Promise.all(
      hardnessBands.map(async ({ band, from, to }) => {
        const { total, first } = await countOfBand(db, { from, to })
        const [example] = first === undefined ? [] : await findGoods(db, [first])
        return { band, goodsCount: total, example: example?.name ?? null }
      }),
    ),
}
