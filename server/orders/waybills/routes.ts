import { MAIN_WAREHOUSE_ID } from '#contract/catalog/inventory/warehouses-api.ts'
import type { consoleWaybillEndpoints } from '#contract/orders/waybills/api.ts'
import type { WaybillNumberService } from '#server/adapters/waybill-numbers/public.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { giveUpUnconfirmedWaybill, giveWaybillBack } from './give-back.ts'
import { listWaybills } from './list-waybills.ts'
import { takeWaybillNumbers } from './take-numbers.ts'

/** The service for numbers. It is read at each call, so it can be replaced. */
interface Outside {
  waybills: WaybillNumberService | undefined
}

export const createConsoleWaybillHandlers = (services: Outside): Handlers<typeof consoleWaybillEndpoints> => ({
  list: (input, { db, caller: { staffId }, moment }) => listWaybills(db, moment, input, staffId),
  carriers: async () => [...(services.waybills?.carriers ?? [])],
  take: ({ carrier, warehouseId = MAIN_WAREHOUSE_ID, orders }, context) =>
    takeWaybillNumbers(services.waybills, context, { carrier, warehouseId, orders }),
  giveBack: async ({ giveUp, ...change }, context) => {
    if (giveUp) await giveUpUnconfirmedWaybill(context, change)
    else await giveWaybillBack(services.waybills, context, change)
    return null
  },
})
