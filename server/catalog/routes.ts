import type { goods, goodsCategory } from '../../contract/catalog/api.ts'
import { hardnessBands } from '../../contract/catalog/shapes.ts'
import type { Handlers } from '../http/context.ts'
import { findGoods } from './goods-store.ts'
import { readCards, readCategories, readDetail, readRecommended } from './goods-view.ts'
import { countOfBand, findPage, isUnsearchable } from './search-index.ts'

const RECOMMENDED = 10

export const goodsCategoryHandlers: Handlers<typeof goodsCategory> = {
  list: (_, { db }) => readCategories(db),
  recom: (_, { db }) => readRecommended(db, RECOMMENDED),
}

export const goodsHandlers: Handlers<typeof goods> = {
  list: async (input, { db }) => {
    if (isUnsearchable(input.keyword)) return { dataList: [], total: 0 }
    const { ids, total } = await findPage(db, input)
    return { dataList: await readCards(db, ids), total }
  },
  detail: ({ goodsId }, { db }) => readDetail(db, goodsId),
  hardness: (_, { db }) =>
    Promise.all(
      hardnessBands.map(async ({ band, from, to }) => {
        const { total, first } = await countOfBand(db, { from, to })
        const [example] = first === undefined ? [] : await findGoods(db, [first])
        return { band, goodsCount: total, example: example?.name ?? null }
      }),
    ),
}
