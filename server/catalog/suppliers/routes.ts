import type { consoleSupplierEndpoints } from '#contract/catalog/suppliers/api.ts'
import { requireStaffMayEditSku } from '#server/catalog/goods/public.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { addSupplierPrice, listNewestSupplierPrices, listSupplierPriceHistory } from './supplier-prices.ts'
import { listSuppliers, requireSupplier, saveSupplier } from './supplier-store.ts'

/** 供应商: whom the mall buys from, and what they ask. */
export const consoleSupplierHandlers: Handlers<typeof consoleSupplierEndpoints> = {
  list: (input, { db }) => listSuppliers(db, input),
  detail: ({ supplierId }, { db }) => requireSupplier(db, supplierId),
  save: (given, { caller: { staffId }, moment, write }) =>
    write(async (tx) => ({ supplierId: await saveSupplier(tx, moment, { ...given, staffId }) })),
  prices: (input, { db, caller: { staffId }, moment }) => listNewestSupplierPrices(db, input, { staffId, moment }),
  priceHistory: async (input, { db, caller: { staffId }, moment }) => {
    await requireStaffMayEditSku(db, { skuId: input.skuId, staffId })
    return listSupplierPriceHistory(db, input, { staffId, moment })
  },
  addPrice: async (given, { caller: { staffId }, moment, write }) => {
    await write((tx) => addSupplierPrice(tx, moment, { ...given, staffId }))
    return null
  },
}
