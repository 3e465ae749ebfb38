import { refuse } from '#contract/platform/core/refusals.ts'
import { GatewayRefusalError, isGatewayError } from '#server/adapters/gateway/public.ts'
import type { WaybillNumberService } from '#server/adapters/waybill-numbers/public.ts'
import { findShopIdsStaffIsLimitedTo, isInShopsOrUnrestrictedSql } from '#server/catalog/shops/public.ts'
import { requireLockedOrder } from '#server/orders/orders/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import { formatProviderRefusal, requireWaybillService, type WaybillCallContext } from './take-numbers.ts'
import { claimReturn, giveUpWaybill, recordReturn } from './waybill-returns.ts'
import type { WaybillRef } from './waybill-store.ts'

/** Finds the order of a waybill. Refuses WAYBILL_NOT_FOUND, also for an order of a shop that the staff member does not keep. */
async function requireOrderNoOfWaybill(db: Db, { enterpriseId, id }: WaybillRef, staffId: string): Promise<string> {
  const row = await db
    .selectFrom('waybill')
    .innerJoin('order', (join) =>
      join.onRef('order.enterprise_id', '=', 'waybill.enterprise_id').onRef('order.id', '=', 'waybill.order_id'),
    )
    .select('order.order_no')
    .where('waybill.enterprise_id', '=', enterpriseId)
    .where('waybill.id', '=', id)
    .where(isInShopsOrUnrestrictedSql('order.shop_id', await findShopIdsStaffIsLimitedTo(db, staffId)))
    .executeTakeFirst()
  return row ? row.order_no : refuse('WAYBILL_NOT_FOUND')
}

/** Sends the return. Returns undefined if the number is given back, else why not. */
async function sendReturn(
  service: WaybillNumberService,
  at: Date,
  waybill: Parameters<WaybillNumberService['giveBack']>[0],
): Promise<{ refused: boolean; reason: string } | undefined> {
  try {
    await service.giveBack(waybill, at)
    return undefined
  } catch (error) {
    if (!isGatewayError(error)) throw error
    return error instanceof GatewayRefusalError
      ? { refused: true, reason: formatProviderRefusal(error) }
      : { refused: false, reason: '没有收到取消的答复，请再点一次取消' }
  }
}

type WaybillChange = WaybillRef & { reason: string }

/** Says of a refused return what it means: after a lost answer the number may be cancelled already. */
const formatReturnRefusal = (reason: string, isFirst: boolean): string =>
  isFirst
    ? `承运公司没有同意取消：${reason}`
    : `承运公司没有同意取消：${reason}。之前的取消没有答复，单号可能已失效，不能再用；请向承运公司核对后放弃该面单`

/**
 * Gives a number back that has not left with a parcel. From its first call on the number cannot be shipped; a lost answer is asked for again by the
 * same call. Refuses WAYBILLS_OFF, WAYBILL_NOT_FOUND, WAYBILL_NOT_TAKEN, WAYBILL_USED, WAYBILL_KEPT_BY_CARRIER, WAYBILL_LATER.
 */
export async function giveWaybillBack(
  optional: WaybillNumberService | undefined,
  { db, caller, moment, write, writeSeparately }: WaybillCallContext,
  { reason, ...ref }: WaybillChange,
): Promise<void> {
  const orderNo = await requireOrderNoOfWaybill(db, ref, caller.staffId)
  const service = requireWaybillService(optional)
  const claim = await write(async (tx) => {
    await requireLockedOrder(tx, { enterpriseId: ref.enterpriseId, orderNo })
    return claimReturn(tx, moment, ref)
  })
  const { carrier, trackingNo, carrierOrderNo, isFirst } = claim
  const failure = await sendReturn(service, moment.now, { carrier, trackingNo, carrierOrderNo, reason })
  const text = failure?.refused ? formatReturnRefusal(failure.reason, isFirst) : failure?.reason
  const state = failure === undefined ? 'RETURNED' : failure.refused && isFirst ? 'TAKEN' : 'RETURNING'
  await writeSeparately((tx) => recordReturn(tx, moment, { claim, state, reason: text ?? reason }))
  if (failure?.refused) refuse('WAYBILL_KEPT_BY_CARRIER', text === undefined ? {} : { msg: text })
  if (failure) refuse('WAYBILL_LATER')
}

/**
 * Gives up a waybill whose outcome nobody can learn any more, so that its order gets another number. Refuses WAYBILL_NOT_FOUND, WAYBILL_LATER,
 * WAYBILL_CONFIRMED.
 */
export async function giveUpUnconfirmedWaybill({ db, caller, moment, write }: WaybillCallContext, change: WaybillChange): Promise<void> {
  const orderNo = await requireOrderNoOfWaybill(db, change, caller.staffId)
  await write(async (tx) => {
    await requireLockedOrder(tx, { enterpriseId: change.enterpriseId, orderNo })
    await giveUpWaybill(tx, moment, change)
  })
}
