import type { consoleTaxCode } from '../../contract/catalog/tax-api.ts'
import { refuse } from '../../contract/refusals.ts'
import type { consoleSku } from '../../contract/staff/api.ts'
import type { Handlers } from '../http/context.ts'
import { moveStock } from '../inventory/public.ts'
import { publish } from '../platform/outbox.ts'
import { updateCategoryTax, updateGoodsTax, updateShelf } from './goods-inserts.ts'
import { findSkus } from './goods-store.ts'
import { moveVersion, refreshSearch } from './search-index.ts'
import { listTaxedCategories, listTaxedGoods } from './tax-classes.ts'

export const consoleSkuHandlers: Handlers<Omit<typeof consoleSku, 'list' | 'setPrice'>> = {
  setShelf: async ({ skuId, onShelf }, { moment, write }) => {
    await write(async (tx) => {
      const goodsId = (await updateShelf(tx, skuId, onShelf)) ?? refuse('SKU_NOT_FOUND')
      await refreshSearch(tx, [goodsId])
      await moveVersion(tx)
      // Whoever waits for it was told nothing while it could not be ordered.
      if (onShelf) await publish(tx, moment, [{ topic: 'stock.changed', payload: { skuIds: [skuId] } }])
    })
    return null
  },
  adjustStock: async ({ skuId, change, reason }, { caller, moment, write }) => {
    await write(async (tx) => {
      const [sku] = await findSkus(tx, [skuId])
      if (!sku) refuse('SKU_NOT_FOUND')
      await moveStock(tx, moment, { skuId, change, kind: change > 0 ? 'receipt' : 'adjustment', reason, staffId: caller.staffId })
      await refreshSearch(tx, [sku.goodsId])
      await moveVersion(tx)
    })
    return null
  },
}

/** 税收编码: what is shown to buyers does not change with it, and so the catalogue's version does not move. */
export const consoleTaxCodeHandlers: Handlers<typeof consoleTaxCode> = {
  categories: (_, { db }) => listTaxedCategories(db),
  goods: (input, { db }) => listTaxedGoods(db, input),
  setCategory: async ({ categoryId, taxClass }, { write }) => {
    await write(async (tx) => {
      if (!(await updateCategoryTax(tx, categoryId, taxClass))) refuse('CATEGORY_NOT_FOUND')
    })
    return null
  },
  setGoods: async ({ goodsId, taxClass }, { write }) => {
    await write(async (tx) => {
      if (!(await updateGoodsTax(tx, goodsId, taxClass))) refuse('GOODS_NOT_FOUND')
    })
    return null
  },
}
