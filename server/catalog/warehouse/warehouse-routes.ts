import type { consoleWarehouseEndpoints } from '#contract/catalog/inventory/warehouses-api.ts'
import {
  listOpenWarehousesAndProvinces,
  listWarehouses,
  type PlannedUnitsReader,
  requireWarehouse,
  saveWarehouse,
} from '#server/catalog/inventory/public.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { changeSkuBinInWarehouse, listWarehouseStock } from './stock-of-warehouse.ts'

interface Outside {
  findUnitsPlannedElsewhere: PlannedUnitsReader
}

/** 仓库: where goods lie, and what lies there. */
export const createConsoleWarehouseHandlers = ({ findUnitsPlannedElsewhere }: Outside): Handlers<typeof consoleWarehouseEndpoints> => ({
  list: (input, { db }) => listWarehouses(db, input),
  detail: ({ warehouseId }, { db }) => requireWarehouse(db, warehouseId),
  choices: (_, { db }) => listOpenWarehousesAndProvinces(db),
  save: (given, { caller: { staffId }, moment, write }) =>
    write(async (tx) => ({ warehouseId: await saveWarehouse(tx, moment, { ...given, staffId }) })),
  stock: (input, { db, caller: { staffId } }) => listWarehouseStock(db, input, { staffId, findUnitsPlannedElsewhere }),
  setBin: async (given, { caller: { staffId }, moment, write }) => {
    await write((tx) => changeSkuBinInWarehouse(tx, moment, { ...given, staffId }))
    return null
  },
})
