import type { consoleStock } from '../../contract/inventory/api.ts'
import { refuse } from '../../contract/refusals.ts'
import { findSkus, moveVersion, refreshSearch } from '../catalog/public.ts'
import type { Handlers } from '../http/context.ts'
import { countStock, listMovements } from '../inventory/public.ts'
import { staffNames } from '../staff/public.ts'
import { importReceipts, readReceipts } from './import-receipts.ts'

/** What the warehouse does with stock beyond shipping it. */
export const consoleStockHandlers: Handlers<typeof consoleStock> = {
  movements: async ({ skuId, kind, pageNo, pageSize }, { db }) => {
    const { movements, total } = await listMovements(db, { skuId, kind }, { limit: pageSize, offset: (pageNo - 1) * pageSize })
    const people = await staffNames(db)
    const dataList = movements.map(({ skuId: _, staffId, ...row }) => ({ ...row, by: people.get(staffId ?? '') ?? '系统' }))
    return { dataList, total }
  },
  count: async (given, { caller, moment, write }) =>
    write(async (tx) => {
      const [sku] = await findSkus(tx, [given.skuId])
      if (!sku) refuse('SKU_NOT_FOUND')
      const reason = given.reason || '盘点'
      const difference = await countStock(tx, moment, { ...given, reason, staffId: caller.staffId })
      await refreshSearch(tx, [sku.goodsId])
      await moveVersion(tx)
      return { difference }
    }),
  importReceipts: async ({ fileName }, { caller, moment, write, file }) => {
    const rows = await readReceipts(file)
    return write((tx) => importReceipts(tx, moment, { file, fileName, rows, staffId: caller.staffId }))
  },
}
