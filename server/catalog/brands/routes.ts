import type { consoleBrandEndpoints } from '#contract/catalog/brands/console-api.ts'
import { incrementCatalogVersion } from '#server/catalog/catalog-version/public.ts'
import { toSlice } from '#server/platform/core/paging.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { deleteBrand, listBrands, saveBrand } from './brand-store.ts'

/** 品牌: buyers see brands in cached answers, so every change of one increases the catalog version. */
export const consoleBrandHandlers: Handlers<typeof consoleBrandEndpoints> = {
  list: async ({ pageNo, pageSize, keyword }, { db }) => {
    const { rows, total } = await listBrands(db, { keyword, slice: toSlice({ pageNo, pageSize }) })
    return { dataList: rows, total }
  },
  save: (given, { caller: { staffId }, moment, write }) =>
    write(async (tx) => {
      const brandId = await saveBrand(tx, moment, { ...given, staffId })
      await incrementCatalogVersion(tx)
      return { brandId }
    }),
  delete: async (seen, { write }) => {
    await write(async (tx) => {
      await deleteBrand(tx, seen)
      await incrementCatalogVersion(tx)
    })
    return null
  },
}
