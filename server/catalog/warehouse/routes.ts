import type { consoleStockEndpoints } from '#contract/catalog/inventory/api.ts'
import { consoleWarehouseEndpoints } from '#contract/catalog/inventory/warehouses-api.ts'
import { hasPermission } from '#contract/platform/core/permissions.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { incrementCatalogVersion } from '#server/catalog/catalog-version/public.ts'
import { findSkuIdsOfOtherShops, findSkusById, refreshStockInSearch, requireStaffMayEditSku } from '#server/catalog/goods/public.ts'
import { findWarehouseNamesById, listStockMovements, recordStockCount } from '#server/catalog/inventory/public.ts'
import { refuseSkuOnSheet } from '#server/catalog/stock-counts/public.ts'
import { listStaffNamesById } from '#server/people/staff/public.ts'
import { recordFileImport } from '#server/platform/core/audit.ts'
import { toSlice } from '#server/platform/core/paging.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { setSkuBinInMainWarehouse } from './bins.ts'
import { importSkuBins, parseSkuBinsFile } from './import-bins.ts'

/** Stock operations of the warehouse, except shipping. */
export const consoleStockHandlers: Handlers<typeof consoleStockEndpoints> = {
  movements: async ({ skuId, kind, pageNo, pageSize }, { db, caller: { staffId: reader } }) => {
    if ((await findSkuIdsOfOtherShops(db, { skuIds: [skuId], staffId: reader })).size > 0) return { dataList: [], total: 0 }
    const { movements, total } = await listStockMovements(db, { skuId, kind }, toSlice({ pageNo, pageSize }))
    const people = await listStaffNamesById(db)
    const warehouses = await findWarehouseNamesById(db)
    const dataList = movements.map(({ skuId: _, staffId, warehouseId, ...row }) => ({
      ...row,
      warehouseName: warehouses.get(warehouseId) ?? '',
      by: people.get(staffId ?? '') ?? '系统',
    }))
    return { dataList, total }
  },
  count: async (given, { caller, moment, write }) =>
    write(async (tx) => {
      await requireStaffMayEditSku(tx, { skuId: given.skuId, staffId: caller.staffId })
      const [sku] = await findSkusById(tx, [given.skuId])
      if (!sku) refuse('SKU_NOT_FOUND')
      await refuseSkuOnSheet(tx, given.skuId)
      const reason = given.reason || '盘点'
      const difference = await recordStockCount(tx, moment, { ...given, minimum: sku.minimum, reason, staffId: caller.staffId })
      await refreshStockInSearch(tx, [sku.goodsId])
      await incrementCatalogVersion(tx)
      return { difference }
    }),
  setBin: async (given, { caller: { staffId }, moment, write }) => {
    await write((tx) => setSkuBinInMainWarehouse(tx, moment, { ...given, staffId }))
    return null
  },
  importBins: async ({ fileName }, { caller, moment, origin, write, replay, file }) => {
    const { staffId } = caller
    const editsOthers = hasPermission(caller, consoleWarehouseEndpoints.setBin.needs)
    await replay()
    const rows = await parseSkuBinsFile(file)
    return write(async (tx) => {
      const answer = await importSkuBins(tx, moment, { fileName, rows, staffId, editsOthers })
      const { refused } = answer
      await recordFileImport(tx, moment, { origin, staffId, kind: 'bin', fileName, rows: rows.length, refused })
      return answer
    })
  },
}
