import type { consoleHandoverListEndpoints } from '#contract/orders/handover-lists/api.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { listHandoverCarriersOfDay, listHandoverParcelsOfDay } from './handover-list.ts'

export const consoleHandoverListHandlers: Handlers<typeof consoleHandoverListEndpoints> = {
  list: (input, { db, caller: { staffId }, moment }) => listHandoverParcelsOfDay(db, input, { staffId, moment }),
  carriers: ({ day }, { db, caller: { staffId }, moment }) => listHandoverCarriersOfDay(db, day, { staffId, moment }),
}
