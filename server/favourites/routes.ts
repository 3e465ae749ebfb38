import type { favourites } from '../../contract/favourites/api.ts'
import type { Handlers } from '../http/context.ts'
import { addFavourite, deleteFavourites, favouriteIds, listFavourites } from './favourites.ts'

export const favouriteHandlers: Handlers<typeof favourites> = {
  list: (page, { db, caller, moment }) => listFavourites(db, moment, { owner: caller, ...page }),
  ids: (_, { db, caller }) => favouriteIds(db, caller),
  add: async ({ goodsId }, { caller, moment, write }) => {
    await write((tx) => addFavourite(tx, moment, { owner: caller, goodsId }))
    return null
  },
  delete: async ({ goodsIds }, { caller, write }) => {
    await write((tx) => deleteFavourites(tx, caller, goodsIds))
    return null
  },
}
