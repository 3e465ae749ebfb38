import type { consoleSkuEndpoints } from '#contract/catalog/goods/console-api.ts'
import type { consoleTaxCodeEndpoints } from '#contract/catalog/goods/tax-api.ts'
import { listSkuOnSaleDifferences } from '#contract/catalog/goods-editing/differences.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { incrementCatalogVersion } from '#server/catalog/catalog-version/public.ts'
import { setCategoryTaxClass } from '#server/catalog/categories/public.ts'
import { adjustStock, requireBatchOfSku, requireOpenWarehouse } from '#server/catalog/inventory/public.ts'
import { findShopIdsStaffIsLimitedTo } from '#server/catalog/shops/public.ts'
import { publishEvents } from '#server/platform/core/outbox.ts'
import { lockOutEditorsAndRequireRowVersion, recordRowEdit } from '#server/platform/core/row-edits.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { lockGoodsOfSkus, recordGoodsEvents, requireStaffMayEditSku } from './goods-records.ts'
import { findSkusById } from './goods-store.ts'
import { updateGoodsTaxClass, updateSkuOnShelfColumn } from './goods-writes.ts'
import { refreshSearchRowsOfGoods, refreshStockInSearch } from './search-index.ts'
import { listCategoriesAndTaxClasses, listGoodsAndTaxClasses } from './tax-classes.ts'

export const consoleSkuHandlers: Handlers<Omit<typeof consoleSkuEndpoints, 'list' | 'detail' | 'setPrice'>> = {
  setShelf: async ({ skuId, onShelf, rowVersion }, { caller: { staffId }, moment, write }) => {
    const row = { kind: 'shelf', key: skuId } as const
    await write(async (tx) => {
      // Publishing changes shelves too, under the lock of the goods. So the version is checked after the lock.
      const [sku] = await lockGoodsOfSkus(tx, [skuId])
      await requireStaffMayEditSku(tx, { skuId, staffId })
      await lockOutEditorsAndRequireRowVersion(tx, { ...row, seen: rowVersion })
      const before = await updateSkuOnShelfColumn(tx, skuId, onShelf)
      if (!sku || before === undefined) refuse('SKU_NOT_FOUND')
      const { goodsId } = sku
      const note = onShelf ? '上架' : '下架'
      await recordRowEdit(tx, moment, { ...row, staffId, what: note })
      const differences = listSkuOnSaleDifferences(sku, [{ onShelf: before }, { onShelf }])
      await recordGoodsEvents(tx, { events: [{ goodsId, differences, counted: true }], staffId, now: moment.now, note: `规格${note}` })
      await refreshSearchRowsOfGoods(tx, [goodsId])
      await incrementCatalogVersion(tx)
      // People who wait for the SKU got no message while it was off the shelf.
      if (onShelf) await publishEvents(tx, moment, [{ topic: 'stock.changed', payload: { skuIds: [skuId] } }])
    })
    return null
  },
  adjustStock: async ({ skuId, change, reason, warehouseId, batchId }, { caller: { staffId }, moment, write }) => {
    await write(async (tx) => {
      await requireStaffMayEditSku(tx, { skuId, staffId })
      const [sku] = await findSkusById(tx, [skuId])
      if (!sku) refuse('SKU_NOT_FOUND')
      const kind = change > 0 ? 'receipt' : 'adjustment'
      await requireOpenWarehouse(tx, warehouseId)
      if (batchId !== undefined) await requireBatchOfSku(tx, { skuId, batchId })
      await adjustStock(tx, moment, { skuId, warehouseId, minimum: sku.minimum, change, kind, reason, staffId, batchId })
      await refreshStockInSearch(tx, [sku.goodsId])
      await incrementCatalogVersion(tx)
    })
    return null
  },
}

/** 税收编码: buyers do not see tax codes, so a change does not increase the catalog version. */
export const consoleTaxCodeHandlers: Handlers<typeof consoleTaxCodeEndpoints> = {
  categories: (_, { db }) => listCategoriesAndTaxClasses(db),
  goods: async (input, { db, caller: { staffId } }) => listGoodsAndTaxClasses(db, input, await findShopIdsStaffIsLimitedTo(db, staffId)),
  setCategory: async (given, { caller: { staffId }, moment, write }) => {
    await write((tx) => setCategoryTaxClass(tx, moment, { ...given, staffId }))
    return null
  },
  setGoods: async ({ goodsId, taxClass, rowVersion }, { caller: { staffId }, moment, write }) => {
    await write(async (tx) => {
      const ownShops = await findShopIdsStaffIsLimitedTo(tx, staffId)
      await lockOutEditorsAndRequireRowVersion(tx, { kind: 'goodsTaxClass', key: goodsId, seen: rowVersion })
      const differences = await updateGoodsTaxClass(tx, moment, { goodsId, taxClass, ownShops, staffId })
      if (!differences) refuse('GOODS_NOT_FOUND')
      await recordGoodsEvents(tx, { events: [{ goodsId, differences, counted: false }], staffId, now: moment.now, note: '税收分类' })
    })
    return null
  },
}
