import type { Brand, brandEndpoints } from '#contract/catalog/brands/api.ts'
import type { ConsoleBrand } from '#contract/catalog/brands/console-api.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { findBrand, listGivenBrandsMatchingKeyword } from '#server/catalog/brands/public.ts'
import { countGoodsOnShelfByBrand, readGoodsCountsOfBrandOrModel } from '#server/catalog/goods/public.ts'
import { toSlice } from '#server/platform/core/paging.ts'
import type { Handlers } from '#server/platform/http/context.ts'

const toBrand = ({ brandId, name, origin, pictureId }: ConsoleBrand, goodsCount: number): Brand => ({
  brandId,
  name,
  origin,
  pictureId,
  goodsCount,
})

/** 品牌 for buyers. The number of statements does not depend on the number of brands. */
export const brandHandlers: Handlers<typeof brandEndpoints> = {
  list: async ({ keyword, ...page }, { db }) => {
    const counts = await countGoodsOnShelfByBrand(db)
    const { rows, total } = await listGivenBrandsMatchingKeyword(db, [...counts.keys()], { keyword, slice: toSlice(page) })
    return { dataList: rows.map((row) => toBrand(row, counts.get(row.brandId) ?? 0)), total }
  },
  detail: async ({ brandId }, { db }) => {
    const brand = (await findBrand(db, brandId)) ?? refuse('BRAND_NOT_FOUND')
    const { goodsCount, categories } = await readGoodsCountsOfBrandOrModel(db, { brandId })
    const certificates = brand.certificates.split('\n').filter((line) => line.trim() !== '')
    return { ...toBrand(brand, goodsCount), certificates, categories }
  },
}
