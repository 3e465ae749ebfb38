import type { consoleSkuEndpoints } from '#contract/catalog/goods/console-api.ts'
import type { consoleEnterpriseEndpoints } from '#contract/operations/enterprises/api.ts'
import type { consoleWorkQueueEndpoints } from '#contract/operations/queue/api.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { countRequestsByDay, countShipmentsByDay, countVerificationsByDay, readCouponCountsByDay } from './day-counts.ts'
import { listEnterprisesForConsole, readEnterpriseForConsole } from './enterprises.ts'
import { listSkusForConsole, readSkuForConsole } from './skus.ts'
import { countStaffWorkQueue } from './staff-queue.ts'
import { countWorkDoneByDay } from './work-done.ts'

export const consoleWorkQueueHandlers: Handlers<typeof consoleWorkQueueEndpoints> = {
  list: (_, { db, caller, moment }) => countStaffWorkQueue(db, moment, caller),
  done: (_, { db, caller, moment }) => countWorkDoneByDay(db, moment, caller),
  shipments: (_, { db, caller, moment }) => countShipmentsByDay(db, moment, caller),
  requests: (_, { db, caller, moment }) => countRequestsByDay(db, moment, caller),
  coupons: (_, { db, caller, moment }) => readCouponCountsByDay(db, moment, caller),
  verifications: (_, { db, moment }) => countVerificationsByDay(db, moment),
}

export const consoleEnterpriseHandlers: Handlers<typeof consoleEnterpriseEndpoints> = {
  list: (input, { db, caller }) => listEnterprisesForConsole(db, input, caller.staffId),
  detail: ({ enterpriseId }, { db, caller: { staffId }, moment }) => readEnterpriseForConsole(db, moment, { enterpriseId, staffId }),
}

export const consoleSkuListHandlers: Handlers<Pick<typeof consoleSkuEndpoints, 'list' | 'detail'>> = {
  list: (input, { db, caller }) => listSkusForConsole(db, input, caller.staffId),
  detail: ({ skuId }, { db, caller: { staffId }, moment }) => readSkuForConsole(db, moment, { skuId, staffId }),
}
