import type { favouritesEndpoints } from '#contract/catalog/favourites/api.ts'
import type { stockWaitEndpoints } from '#contract/catalog/favourites/stock-wait-api.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { addFavourite, deleteFavourites, listFavouriteGoodsIds, listFavourites } from './favourites.ts'
import { createStockWait, deleteStockWaits, listStockWaits } from './stock-waits.ts'

export const favouriteHandlers: Handlers<typeof favouritesEndpoints> = {
  list: (page, { db, caller, moment }) => listFavourites(db, moment, { owner: caller, ...page }),
  ids: (_, { db, caller }) => listFavouriteGoodsIds(db, caller),
  add: async ({ goodsId }, { caller, moment, write }) => {
    await write((tx) => addFavourite(tx, moment, { owner: caller, goodsId }))
    return null
  },
  delete: async ({ goodsIds }, { caller, write }) => {
    await write((tx) => deleteFavourites(tx, caller, goodsIds))
    return null
  },
}

export const stockWaitHandlers: Handlers<typeof stockWaitEndpoints> = {
  list: (_, { db, caller, moment }) => listStockWaits(db, moment, caller),
  add: async ({ skuId }, { caller, moment, write }) => {
    await write((tx) => createStockWait(tx, moment, { owner: caller, skuId }))
    return null
  },
  delete: async ({ skuIds }, { caller, write }) => {
    await write((tx) => deleteStockWaits(tx, caller, skuIds))
    return null
  },
}
