import * as z from 'zod/mini'
import type { Endpoint } from '../../contract/endpoint.ts'
import { refuse } from '../../contract/refusals.ts'
import { audit } from '../platform/audit.ts'
import { type Db, inTransaction, type Tx } from '../platform/db.ts'
import { claimKey, findAnswer, type KeyScope, keepAnswer, Replay } from '../platform/idempotency.ts'
import type { Moment } from '../platform/moment.ts'
import type { Caller } from './caller.ts'
import type { Origin } from './context.ts'

/** Knows who is calling, and holds them to it for the length of a transaction. */
export interface Doorkeeper {
  /** Who a token stands for that came from an address; a guest when it stands for nobody. */
  identify(token: string | undefined, moment: Moment, ip: string): Promise<Caller>
  /** Locks the caller's session against revocation; refuses when it has ended. */
  hold(tx: Tx, caller: Caller, moment: Moment): Promise<void>
}

export interface Write {
  db: Db
  endpoint: Endpoint
  caller: Caller
  moment: Moment
  origin: Origin
  doorkeeper: Doorkeeper
  /** The decoded input, and the key that came with it. */
  input: unknown
  idempotencyKey: string | undefined
  /** A keyed digest of a request: what a stored one cannot be guessed back from. */
  digest: (text: string) => Buffer
}

const KEY_SHAPE = /^[A-Za-z0-9_-]{8,64}$/

/** Refuses a call of money without a usable key, before anything else is done for it. */
export function demandKey(key: unknown): string {
  if (typeof key !== 'string' || !KEY_SHAPE.test(key)) refuse('IDEMPOTENCY_KEY_MISSING')
  return key
}

/** Where a call of money keeps its answer, and what tells it from another request; undefined for other calls. */
function keyOf({ endpoint, caller, input, idempotencyKey, digest }: Write): { scope: KeyScope; requestHash: Buffer } | undefined {
  if (!endpoint.idempotent || caller.kind !== 'member') return undefined
  const scope = { enterpriseId: caller.enterpriseId, userId: caller.userId, call: endpoint.path, key: demandKey(idempotencyKey) }
  return { scope, requestHash: digest(JSON.stringify(input)) }
}

/** The transaction of a write; see `Context.write`. */
export const writing =
  (write: Write) =>
  <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    inTransaction(write.db, async (tx) => {
      const { endpoint, caller, moment, origin, doorkeeper, input } = write
      await doorkeeper.hold(tx, caller, moment)
      const key = keyOf(write)
      const seen = key && (await claimKey(tx, key.scope, { requestHash: key.requestHash, now: moment.now }))
      // Thrown, so that the transaction that only read rolls back and nothing below runs twice.
      if (seen !== undefined) throw new Replay(seen)
      const answer = await work(tx)
      if (key) await keepAnswer(tx, key.scope, JSON.stringify(z.encode(endpoint.output, answer)))
      if (caller.kind === 'staff') await auditStaff(tx, { endpoint, caller, moment, origin, input })
      return answer
    })

/** Answers by its key what has been answered before; see `Context.replay`. */
export const replaying = (write: Write) => async (): Promise<void> => {
  const key = keyOf(write)
  const seen = key && (await findAnswer(write.db, key.scope, key.requestHash))
  if (seen !== undefined) throw new Replay(seen)
}

interface StaffAct extends Pick<Write, 'endpoint' | 'moment' | 'origin' | 'input'> {
  caller: Extract<Caller, { kind: 'staff' }>
}

/** Fields that no log may hold. */
const SECRET_FIELDS = new Set(['pwd', 'payPwd', 'newPwd', 'oldPwd', 'imageCode', 'code'])

/** The fields that name what an act is done to, the nearest first, and of what kind that is. */
const OBJECTS: readonly (readonly [field: string, kind?: string])[] = [
  ...([
    ['orderNo', 'order'],
    ['userId', 'user'],
    ['staffId', 'staff'],
    ['skuId', 'sku'],
    ['goodsId', 'goods'],
    ['listId', 'priceList'],
    ['templateId', 'coupon'],
  ] as const),
  ...([['id'], ['day', 'day'], ['enterpriseId', 'enterprise']] as const),
]

/** Beyond this a text is told by its beginning: what was written of an article is kept with its versions. */
const FACT_MAX = 1_000
const cut = (value: unknown): unknown =>
  typeof value === 'string' && value.length > FACT_MAX ? `${value.slice(0, FACT_MAX)}…（共 ${value.length} 字）` : value

/** Every act of the platform's people is written down: which call, on what, with what input. */
async function auditStaff(tx: Tx, { endpoint, caller, moment, origin, input }: StaffAct): Promise<void> {
  const given = Object.entries(input as Record<string, unknown>).filter(([field]) => !SECRET_FIELDS.has(field))
  const facts = Object.fromEntries(given.map(([name, value]) => [name, cut(value)]))
  const [field, kind] = OBJECTS.find(([name]) => typeof facts[name] === 'string') ?? []
  const { enterpriseId } = facts
  await audit(tx, moment, {
    origin,
    actor: { kind: 'staff', id: caller.staffId, ...(typeof enterpriseId === 'string' ? { enterpriseId } : {}) },
    action: endpoint.path,
    objectKind: kind,
    objectId: field === undefined ? undefined : String(facts[field]),
    facts,
  })
}
