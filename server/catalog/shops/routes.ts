import type { ConsoleShop, consoleShopEndpoints } from '#contract/catalog/shops/console-api.ts'
import type { ShopVerb } from '#contract/catalog/shops/shop-lifecycle.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { incrementCatalogVersion } from '#server/catalog/catalog-version/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import { toSlice } from '#server/platform/core/paging.ts'
import type { Handler, Handlers } from '#server/platform/http/context.ts'
import { pauseOrOpenShop, saveShop } from './edit-shop.ts'
import { findShop, listShops, type ShopRecord } from './shop-store.ts'
import { findShopIdsStaffIsLimitedTo, listStaffWithTheirShops, setShopsOfStaff } from './staff-shops.ts'

/** The functions of goods that shops need. They are passed in, because goods are above this module. */
interface GoodsOfShops {
  countGoodsByShop(db: Db, shopIds: readonly string[]): Promise<ReadonlyMap<string, number>>
}

/** 店铺: buyers see names and states of shops in cached answers, so every change of one increases the catalog version. */
export function createConsoleShopHandlers({ countGoodsByShop }: GoodsOfShops): Handlers<typeof consoleShopEndpoints> {
  const describe = async (db: Db, shops: readonly ShopRecord[]): Promise<ConsoleShop[]> => {
    const ids = shops.map(({ shopId }) => shopId)
    const counts = await countGoodsByShop(db, ids)
    return shops.map((shop) => ({ ...shop, goodsCount: counts.get(shop.shopId) ?? 0 }))
  }
  const moves =
    (verb: ShopVerb): Handler<typeof consoleShopEndpoints.pause> =>
    async (seen, { caller: { staffId }, moment, write }) => {
      await write(async (tx) => {
        await pauseOrOpenShop(tx, moment, { ...seen, staffId }, verb)
        await incrementCatalogVersion(tx)
      })
      return null
    }
  return {
    list: async ({ pageNo, pageSize, keyword, shopState }, { db, caller: { staffId } }) => {
      const kept = await findShopIdsStaffIsLimitedTo(db, staffId)
      const { rows, total } = await listShops(db, { kept, keyword, state: shopState, slice: toSlice({ pageNo, pageSize }) })
      return { dataList: await describe(db, rows), total }
    },
    detail: async ({ shopId }, { db, caller: { staffId } }) => {
      const kept = await findShopIdsStaffIsLimitedTo(db, staffId)
      const shop = kept === null || kept.includes(shopId) ? await findShop(db, shopId) : undefined
      const [described] = await describe(db, shop ? [shop] : [])
      return described ?? refuse('SHOP_NOT_FOUND')
    },
    save: (given, { caller: { staffId }, moment, write }) =>
      write(async (tx) => {
        const shopId = await saveShop(tx, moment, { ...given, staffId })
        await incrementCatalogVersion(tx)
        return { shopId }
      }),
    pause: moves('pause'),
    open: moves('open'),
    staff: (_, { db }) => listStaffWithTheirShops(db),
    setStaff: async (given, { caller, moment, write }) => {
      await write((tx) => setShopsOfStaff(tx, moment, { ...given, by: caller.staffId }))
      return null
    },
  }
}
