import type { credit } from '../../contract/credit/api.ts'
import type { consoleFulfilment } from '../../contract/fulfilment/api.ts'
import type { order } from '../../contract/ordering/api.ts'
import type { consoleOrder } from '../../contract/ordering/console-api.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Handlers } from '../http/context.ts'
import { buyerActionsOf, describeForConsole, describeOrder, findOrder } from '../ordering/public.ts'
import { describeDrawdown, listDrawdowns } from './drawdowns.ts'
import { listParcels } from './parcels.ts'
import { closeShort, ship } from './ship.ts'

/** An order's page shows its parcels, so it is described here, above both. */
export const orderDetailHandlers: Handlers<Pick<typeof order, 'detail'>> = {
  detail: async ({ orderNo }, { db, caller }) => {
    const found = (await findOrder(db, caller.enterpriseId, orderNo)) ?? refuse('ORDER_NOT_FOUND')
    const parcels = await listParcels(db, caller.enterpriseId, found.id)
    return { ...(await describeOrder(db, found)), parcels, actions: buyerActionsOf(found, caller.permCode) }
  },
}

export const consoleOrderDetailHandlers: Handlers<Pick<typeof consoleOrder, 'detail'>> = {
  detail: async ({ enterpriseId, orderNo }, { db, caller }) => {
    const found = (await findOrder(db, enterpriseId, orderNo)) ?? refuse('ORDER_NOT_FOUND')
    return { ...(await describeForConsole(db, found, caller.roles)), parcels: await listParcels(db, enterpriseId, found.id) }
  },
}

export const consoleFulfilmentHandlers: Handlers<typeof consoleFulfilment> = {
  ship: async (shipment, { caller, moment, write }) => {
    await write((tx) => ship(tx, moment, { shipment, staffId: caller.staffId }))
    return null
  },
  closeShort: async (given, { caller, moment, write }) => {
    await write((tx) => closeShort(tx, moment, { ...given, staffId: caller.staffId }))
    return null
  },
}

/** 用信 is what parcels drew, so its records are told from the parcels. */
export const drawdownHandlers: Handlers<Pick<typeof credit, 'drawdowns' | 'drawdown'>> = {
  drawdowns: (input, { db, caller }) => listDrawdowns(db, caller.enterpriseId, input),
  drawdown: ({ id }, { db, caller }) => describeDrawdown(db, caller.enterpriseId, id),
}
