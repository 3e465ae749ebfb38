import type { creditEndpoints } from '#contract/money/credit/api.ts'
import type { consoleFulfilmentEndpoints, parcelEndpoints } from '#contract/orders/fulfilment/api.ts'
import type { orderEndpoints } from '#contract/orders/orders/api.ts'
import type { consoleOrderEndpoints } from '#contract/orders/orders/console-api.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import type { CarrierTracking } from '#server/adapters/carrier-tracking/public.ts'
import {
  computeBuyerActions,
  findOrder,
  type Order,
  readConsoleOrderDetailOutput,
  readOrderDetailWithoutParcels,
} from '#server/orders/orders/public.ts'
import { listShippingWarehousesOfOrder } from '#server/orders/shipping-warehouses/public.ts'
import { type FileVault, readBoundFile, saveStaffPictureAboutEnterprise } from '#server/people/files/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import { type Handlers, recordViewInAuditLog } from '#server/platform/http/context.ts'
import {
  addManualTrackingEntry,
  confirmParcelReceipt,
  correctParcelTransport,
  type ParcelNumberRef,
  removeManualTrackingEntry,
} from './change-parcel.ts'
import { listDrawdowns, readDrawdown } from './drawdowns.ts'
import { findCarrierOfLastParcel, listParcelsWithTrackingAndProof, listParcelsWithTrackingProofAndBatches } from './parcel-view.ts'
import { requireParcel, type SentParcel } from './parcels.ts'
import { bindProofOfDelivery, formatProofOfDeliveryFileOwnerKey } from './proof-of-delivery.ts'
import { queryTrackingNow } from './query-tracking.ts'
import { type NumberRule, shipParcel } from './ship-parcel.ts'

/** The tracking provider. It is read at each call, so it can be replaced. */
interface Outside {
  express: CarrierTracking
}

const requireOrder = async (db: Db, enterpriseId: string, orderNo: string): Promise<Order> =>
  (await findOrder(db, enterpriseId, orderNo)) ?? refuse('ORDER_NOT_FOUND')

async function requireNamedParcel(db: Db, { enterpriseId, orderNo, parcelNo }: ParcelNumberRef): Promise<SentParcel> {
  const { id: orderId } = await requireOrder(db, enterpriseId, orderNo)
  return requireParcel(db, { enterpriseId, orderId, parcelNo })
}

/** The page of an order shows its parcels. So this handler is here, in a module above both. */
export const createOrderDetailHandlers = (services: Outside): Handlers<Pick<typeof orderEndpoints, 'detail'>> => ({
  detail: async ({ orderNo }, { db, caller }) => {
    const found = await requireOrder(db, caller.enterpriseId, orderNo)
    const parcels = await listParcelsWithTrackingAndProof(db, services.express, found)
    return { ...(await readOrderDetailWithoutParcels(db, found)), parcels, actions: computeBuyerActions(found, caller) }
  },
})

export const createConsoleOrderDetailHandlers = (services: Outside): Handlers<Pick<typeof consoleOrderEndpoints, 'detail'>> => ({
  detail: async ({ enterpriseId, orderNo }, { db, caller, moment }) => {
    const found = await requireOrder(db, enterpriseId, orderNo)
    return {
      ...(await readConsoleOrderDetailOutput(db, moment, { order: found, viewer: caller })),
      parcels: await listParcelsWithTrackingProofAndBatches(db, services.express, found),
      lastCarrier: await findCarrierOfLastParcel(db, enterpriseId),
    }
  },
})

export const createParcelHandlers = (services: Outside): Handlers<typeof parcelEndpoints> => ({
  receive: async (named, { caller: { enterpriseId, userId }, moment, write }) => {
    await write((tx) => confirmParcelReceipt(tx, moment, { ...named, enterpriseId, userId }))
    return null
  },
  askTrack: async (named, { db, caller: { enterpriseId }, moment, write, writeSeparately }) =>
    queryTrackingNow(
      { express: services.express, write, writeSeparately },
      moment,
      await requireNamedParcel(db, { ...named, enterpriseId }),
    ),
  attachReceipt: async (named, { caller: { enterpriseId, userId }, moment, write }) => {
    await write((tx) => bindProofOfDelivery(tx, moment, { ...named, enterpriseId, by: { kind: 'member', userId } }))
    return null
  },
})

export const createConsoleFulfilmentHandlers = (
  services: Outside,
  vault: FileVault,
  requireNumber: NumberRule,
): Handlers<Omit<typeof consoleFulfilmentEndpoints, 'closeShort'>> => ({
  ship: async (shipment, { caller, moment, write }) => {
    await write((tx) => shipParcel(tx, moment, { shipment, staffId: caller.staffId, requireNumber }))
    return null
  },
  warehouses: async ({ enterpriseId, orderNo }, { db, moment }) =>
    listShippingWarehousesOfOrder(db, await requireOrder(db, enterpriseId, orderNo), toShanghaiDay(moment.now)),
  correctParcel: async ({ carrier, trackingNo, tanker, sharedWaybill = false, ...named }, { caller, moment, write }) => {
    const way = { carrier, trackingNo, tanker }
    await write((tx) => correctParcelTransport(tx, moment, { ...named, way, sharedWaybill, staffId: caller.staffId, requireNumber }))
    return null
  },
  addTrack: async (given, { caller, moment, write }) => {
    await write((tx) => addManualTrackingEntry(tx, moment, { ...given, staffId: caller.staffId }))
    return null
  },
  removeTrack: async (given, { write }) => {
    await write((tx) => removeManualTrackingEntry(tx, given))
    return null
  },
  askTrack: async (named, { db, moment, write, writeSeparately }) =>
    queryTrackingNow({ express: services.express, write, writeSeparately }, moment, await requireNamedParcel(db, named)),
  attachReceipt: async (named, { db, caller: { staffId }, moment, log, write, file }) => {
    // Checks that the parcel exists before the uploaded file is saved.
    const { enterpriseId } = await requireNamedParcel(db, named)
    const fileId = await saveStaffPictureAboutEnterprise(
      vault,
      { enterpriseId, staffId, purpose: 'signedReceipt', file },
      { db, moment, log },
    )
    await write((tx) => bindProofOfDelivery(tx, moment, { ...named, fileId, by: { kind: 'staff', staffId } }))
    return null
  },
  receipt: async ({ fileId, ...named }, context) => {
    const { db } = context
    const found = await requireNamedParcel(db, named)
    const { enterpriseId } = found
    const picture = await readBoundFile(db, vault, { enterpriseId, fileId, boundTo: formatProofOfDeliveryFileOwnerKey(found) })
    const { orderNo, parcelNo } = named
    const facts = { parcelNo, fileId }
    await recordViewInAuditLog(context, { enterpriseId, action: 'view signed receipt', objectKind: 'order', objectId: orderNo, facts })
    return picture
  },
})

/** 赊销: a drawdown belongs to a parcel, so the lists of drawdowns are read here. */
export const drawdownHandlers: Handlers<Pick<typeof creditEndpoints, 'drawdowns' | 'drawdown'>> = {
  drawdowns: (input, { db, caller }) => listDrawdowns(db, caller.enterpriseId, input),
  drawdown: ({ id }, { db, caller }) => readDrawdown(db, caller.enterpriseId, id),
}
