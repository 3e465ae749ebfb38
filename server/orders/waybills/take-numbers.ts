// Takes waybill numbers for many orders: claims them in one transaction, asks the provider outside of any, and records each answer by itself.
import { sql } from 'kysely'
import { getWaybillError } from '#contract/orders/fulfilment/waybill.ts'
import type { WaybillTaking } from '#contract/orders/waybills/api.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { GatewayRefusalError, isGatewayError } from '#server/adapters/gateway/public.ts'
import type { TakenWaybillNumber, WaybillNumberService } from '#server/adapters/waybill-numbers/public.ts'
import { requireWarehouse } from '#server/catalog/inventory/public.ts'
import { readMallContractParty, readPublicMallProfile } from '#server/content/content/public.ts'
import { findEnterprises } from '#server/people/organisation/public.ts'
import { recordAudit } from '#server/platform/core/audit.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import { type Moment, monotonicNowMs } from '#server/platform/core/moment.ts'
import { type Staff, toAuditActor } from '#server/platform/http/caller.ts'
import type { RequestOrigin } from '#server/platform/http/context.ts'
import { findOrdersToLabel, type OrderAwaitingWaybill, type OrderRef } from './orders-to-label.ts'
import {
  type ClaimedWaybill,
  claimWaybills,
  recordNoNumber,
  recordTakenNumber,
  releaseClaims,
  type WaybillOfOrder,
} from './waybill-store.ts'

/** What a call has besides its input. */
export interface WaybillCallContext {
  db: Db
  caller: Staff
  moment: Moment
  origin: RequestOrigin
  write: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  writeSeparately: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
}

/** What a person asks for: numbers of a carrier for the next parcels of some orders. */
export interface WaybillRequest {
  carrier: string
  warehouseId: string
  orders: readonly OrderRef[]
}

/** How many requests are under way at the provider at once. */
const CONCURRENCY = 4
/** When no further request is begun, so that the answer of the whole call is not waited for too long. */
const BUDGET_MS = 20_000
const REASON_MAX = 200

export function requireWaybillService(service: WaybillNumberService | undefined, carrier?: string): WaybillNumberService {
  if (!service) refuse('WAYBILLS_OFF')
  if (carrier !== undefined && !service.carriers.includes(carrier))
    refuse('WAYBILL_CARRIER_OFF', { msg: `${carrier}没有开通电子面单，可选：${service.carriers.join('、')}` })
  return service
}

interface Sender {
  address: string
  company: string
}

/** The sender on the labels. Refuses WAYBILL_SENDER_MISSING, WAREHOUSE_NOT_FOUND. */
async function readSender(db: Db, warehouseId: string): Promise<Sender> {
  const { address } = await requireWarehouse(db, warehouseId)
  const profile = await readPublicMallProfile(db)
  const from = address || profile.address
  if (from === '') refuse('WAYBILL_SENDER_MISSING')
  return { address: from, company: (await readMallContractParty(db))?.companyName ?? profile.name }
}

/** Reads the addresses of warehouses by id: a number that is asked for again is asked for from where it was first. */
async function readWarehouseAddresses(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('warehouse')
    .select(['id', 'address'])
    .where('id', '=', sql<string>`any(${[...new Set(ids)]}::uuid[])`)
    .execute()
  return new Map(rows.map(({ id, address }) => [id, address]))
}

/** The reason of a provider as people read it. */
export const formatProviderRefusal = (error: GatewayRefusalError): string => {
  const words = error.message.slice(error.code.length + 2).slice(0, REASON_MAX)
  return words === '' ? `服务商没有说明原因（${error.code}）` : `${words}（${error.code}）`
}

const NO_ANSWER = '没有收到承运公司的答复，请再次取号，不会多占单号'
const BUSY = '正在取号，请一分钟后再看'

/** The words of an answer that may or may not be a refusal. */
const formatUnclearAnswer = ({ message }: Error): string => {
  const [, code, words] = /^(-?\d+): (.*)$/s.exec(message) ?? []
  return code === undefined ? NO_ANSWER : `答复不明确，可再次取号，不会多占单号：${(words ?? '').slice(0, REASON_MAX)}（${code}）`
}

type Answer = { number: TakenWaybillNumber } | { refused: boolean; isClear: boolean; reason: string }

interface Asking {
  order: OrderAwaitingWaybill
  waybill: ClaimedWaybill
  sender: Sender
  company: string
}

/** Asks the provider for one number. It runs outside of any transaction, because it may take long. */
async function ask(service: WaybillNumberService, at: Date, { order, waybill, sender, company }: Asking): Promise<Answer> {
  try {
    const number = await service.take(
      {
        orderId: waybill.id.replaceAll('-', ''),
        carrier: waybill.carrier,
        receiver: Object.assign({ company }, order.receiver),
        sender,
        cargo: order.cargo,
      },
      at,
    )
    return { number }
  } catch (error) {
    if (!isGatewayError(error)) throw error
    // A refusal of a repeated request does not say what became of the first one, so its id and its carrier stay.
    return error instanceof GatewayRefusalError
      ? { refused: waybill.isFresh, isClear: true, reason: formatProviderRefusal(error) }
      : { refused: false, isClear: false, reason: formatUnclearAnswer(error) }
  }
}

/** What the person reads of a number that the rule of its carrier rejects: it is kept, because it may have been paid for. */
const formatKeptNumber = (trackingNo: string, fault: string): string => `单号 ${trackingNo} 已保留，但不能发出：${fault}，或取消面单`

/** Records the answer of the provider, with an entry in the audit log for a number. Returns what the person reads. */
async function record(context: WaybillCallContext, { order, waybill: claim }: Asking, answer: Answer): Promise<WaybillTaking> {
  const { moment, origin, caller, writeSeparately } = context
  const { enterpriseId, carrier } = claim
  const describe = (result: WaybillTaking['result'], trackingNo: string, text: string): WaybillTaking => {
    return { enterpriseId, orderNo: order.orderNo, result, carrier, trackingNo, text }
  }
  if (!('number' in answer)) {
    const { refused, isClear, reason } = answer
    const isOurs = await writeSeparately((tx) => recordNoNumber(tx, moment, { claim, reason, refused }))
    return isOurs ? describe(isClear ? 'refused' : 'unknown', '', reason) : describe('unknown', '', BUSY)
  }
  const { trackingNo, fault } = answer.number
  const entry = {
    origin,
    actor: Object.assign({ enterpriseId }, toAuditActor(caller)),
    action: 'take waybill number',
    objectKind: 'order',
    objectId: order.orderNo,
    facts: { carrier, trackingNo },
  }
  const other = `服务商给出的单号 ${trackingNo} 已用于其他包裹，请联系服务商`
  const outcome = await writeSeparately(async (tx) => {
    const recorded = await recordTakenNumber(tx, moment, { claim, number: answer.number })
    // A late one is in the log too: if its waybill was given up meanwhile, the number is nowhere else.
    if (recorded === 'other') await recordNoNumber(tx, moment, { claim, reason: other, refused: false })
    else await recordAudit(tx, moment, entry)
    return recorded
  })
  if (outcome === 'other') return describe('refused', '', other)
  if (outcome === 'late') return describe('unknown', '', BUSY)
  return fault === '' ? describe('taken', trackingNo, '') : describe('unknown', trackingNo, formatKeptNumber(trackingNo, fault))
}

/** Asks for all claimed numbers, some at once, until the time of a call is over. Returns the answers, and the claims that were not reached. */
async function askAll(
  service: WaybillNumberService,
  context: WaybillCallContext,
  askings: readonly Asking[],
): Promise<{ rows: WaybillTaking[]; unreached: Asking[] }> {
  const [queue, rows, until] = [[...askings], [] as WaybillTaking[], monotonicNowMs() + BUDGET_MS]
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      if (monotonicNowMs() > until) {
        queue.unshift(next)
        return
      }
      rows.push(await record(context, next, await ask(service, context.moment.now, next)))
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, work))
  return { rows, unreached: queue }
}

function describeFound(
  { enterpriseId, orderNo }: OrderAwaitingWaybill,
  found: Exclude<WaybillOfOrder, { kind: 'claimed' }>,
): WaybillTaking {
  const row = { enterpriseId, orderNo, carrier: found.carrier }
  if (found.kind !== 'taken')
    return Object.assign(row, {
      result: 'unknown' as const,
      trackingNo: '',
      text: found.kind === 'busy' ? BUSY : '面单正在取消，取消完成后再取号',
    })
  const { trackingNo } = found
  const fault = getWaybillError(found.carrier, trackingNo)
  return fault === undefined
    ? Object.assign(row, { result: 'taken' as const, trackingNo, text: '之前已取号' })
    : Object.assign(row, { result: 'unknown' as const, trackingNo, text: formatKeptNumber(trackingNo, fault) })
}

/**
 * Takes a number for the next parcel of each order; an order that has one keeps it. Whatever is lost on the way, a parcel never has two numbers.
 * Refuses WAYBILLS_OFF, WAYBILL_CARRIER_OFF, WAYBILL_SENDER_MISSING, WAREHOUSE_NOT_FOUND.
 */
export async function takeWaybillNumbers(
  optional: WaybillNumberService | undefined,
  context: WaybillCallContext,
  { carrier, warehouseId, orders }: WaybillRequest,
): Promise<{ rows: WaybillTaking[]; left: number }> {
  const { db, caller, moment, write, writeSeparately } = context
  const service = requireWaybillService(optional, carrier)
  const sender = await readSender(db, warehouseId)
  const { staffId } = caller
  const { waiting, faults, found } = await write(async (tx) => {
    const named = await findOrdersToLabel(tx, { orders, staffId })
    return Object.assign(named, { found: await claimWaybills(tx, moment, { orders: named.waiting, carrier, warehouseId, staffId }) })
  })
  const buyers = await findEnterprises(db, [...new Set(waiting.map(({ enterpriseId }) => enterpriseId))])
  const companies = new Map(buyers.map(({ id, name }) => [id, name ?? '']))
  const claims = [...found.values()].flatMap((own) => (own.kind === 'claimed' ? [own.waybill.warehouseId] : []))
  const addresses = await readWarehouseAddresses(db, claims)
  const askings: Asking[] = []
  const known: WaybillTaking[] = []
  for (const order of waiting) {
    const own = found.get(order.id)
    if (own?.kind === 'claimed') {
      const from = { address: addresses.get(own.waybill.warehouseId) || sender.address, company: sender.company }
      askings.push({ order, waybill: own.waybill, sender: from, company: companies.get(order.enterpriseId) ?? '' })
    } else if (own) known.push(describeFound(order, own))
  }
  const { rows, unreached } = await askAll(service, context, askings)
  const given = unreached.map(({ waybill }) => waybill)
  if (given.length > 0) await writeSeparately((tx) => releaseClaims(tx, moment, given))
  const later = unreached.map(({ order: { enterpriseId, orderNo } }): WaybillTaking => {
    return { enterpriseId, orderNo, result: 'left', carrier, trackingNo: '', text: '' }
  })
  const refused = orders.flatMap(({ enterpriseId, orderNo }): WaybillTaking[] => {
    const text = faults.get(orderNo)
    return text === undefined ? [] : [{ enterpriseId, orderNo, result: 'refused', carrier, trackingNo: '', text }]
  })
  const places = new Map(orders.map(({ orderNo }, at) => [orderNo, at]))
  const all = [...known, ...rows, ...later, ...refused].sort((a, b) => (places.get(a.orderNo) ?? 0) - (places.get(b.orderNo) ?? 0))
  return { rows: all, left: later.length }
}
