import type { contract } from '#contract/api.ts'
import type { ApiClient } from '#contract/platform/core/client.ts'
import type { TestUser } from './test-user.ts'

type Prices = ApiClient<typeof contract.consolePrice>
type Skus = ApiClient<typeof contract.consoleSku>
type TaxCodes = ApiClient<typeof contract.consoleTaxCode>
type Without<Call extends (input: never) => unknown, Name extends string> = Omit<Parameters<Call>[0], Name>

const PAGE = 100

/** Makes a staff member's edits of tax classes with the current row version. */
export const createTaxClassEdits = ({ api: { consoleTaxCode } }: TestUser) => ({
  setCategory: async (typed: Without<TaxCodes['setCategory'], 'rowVersion'>) => {
    const row = (await consoleTaxCode.categories({})).find(({ categoryId }) => categoryId === typed.categoryId)
    return consoleTaxCode.setCategory({ ...typed, rowVersion: row?.rowVersion ?? 0 })
  },
  setGoods: async (typed: Without<TaxCodes['setGoods'], 'rowVersion'>) => {
    const row = (await consoleTaxCode.goods({ pageSize: PAGE })).dataList.find(({ goodsId }) => goodsId === typed.goodsId)
    return consoleTaxCode.setGoods({ ...typed, rowVersion: row?.rowVersion ?? 0 })
  },
})

/** Makes a staff member's edits of prices and shelves with the current row version. */
export function createPriceAndShelfEdits({ api: { consolePrice, consoleSku } }: TestUser) {
  const skuAt = async (skuId: string, pageNo = 1): ReturnType<Skus['list']> => {
    const { dataList, total } = await consoleSku.list({ pageNo, pageSize: PAGE })
    const found = dataList.filter((sku) => sku.skuId === skuId)
    return found.length > 0 || pageNo * PAGE >= total ? { dataList: found, total } : skuAt(skuId, pageNo + 1)
  }
  return {
    setPrice: async (typed: Without<Skus['setPrice'], 'rowVersion' | 'confirmed'>) => {
      const { rowVersion } = await consolePrice.prices({ skuId: typed.skuId })
      return consoleSku.setPrice({ ...typed, rowVersion, confirmed: true })
    },
    setShelf: async (typed: Without<Skus['setShelf'], 'rowVersion'>) => {
      const [sku] = (await skuAt(typed.skuId)).dataList
      return consoleSku.setShelf({ ...typed, rowVersion: sku?.shelfVersion ?? 0 })
    },
    setPrices: async (typed: Without<Prices['setPrices'], 'rowVersion' | 'confirmed'>) => {
      const { listId, skuId } = typed
      const { rowVersion } = await consolePrice.prices({ skuId, ...(listId === undefined ? {} : { listId }) })
      return consolePrice.setPrices({ ...typed, rowVersion, confirmed: true })
    },
    modify: async (typed: Without<Prices['modify'], 'rowVersion'>) => {
      const { rowVersion } = await consolePrice.list({ listId: typed.listId })
      return consolePrice.modify({ ...typed, rowVersion })
    },
  }
}
