import { sendMessages } from '../messaging/public.ts'
import { findMainUser } from '../organisation/public.ts'
import { type Db, inTransaction, type Tx } from '../platform/db.ts'
import type { Keys } from '../platform/keys.ts'
import { type Clock, type Moment, momentAt, stopwatch } from '../platform/moment.ts'
import { type Due, endTry, findDue, parkAll, takeTry } from './deliveries.ts'
import type { HookAnswer, HookPost } from './hook-post.ts'
import { signedHeaders } from './signature.ts'
import { findHook, type Hook, noteFailure, noteSuccess, secretsOf, setHookState } from './webhooks.ts'

export interface Around {
  db: Db
  clock: Clock
  keys: Keys
  hooks: HookPost
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** How long after a failed try the next one comes: about a day in all. */
export const BACKOFF_MS = [
  ...[0.5 * MINUTE_MS, 2 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS],
  ...[HOUR_MS, 2 * HOUR_MS, 4 * HOUR_MS, 8 * HOUR_MS, 8 * HOUR_MS],
] as const
/** After a failure nothing is sent to an address for a while, however much waits for it. */
const REST_MS = 30_000
/** Whoever took a try and fell silent is followed after this long: far more than a try can take. */
const LEASE_MS = 2 * MINUTE_MS
export const FAILING_DAYS_MAX = 3

const later = ({ now }: Moment, ms: number): Date => new Date(now.getTime() + ms)

const wentThrough = ({ status }: HookAnswer): boolean => status !== null && status >= 200 && status < 300

/** What comes after a try: nothing more, or the next one. */
function nextOf(moment: Moment, { tries, roundFrom }: Due, answer: HookAnswer): 'delivered' | 'parked' | Date {
  if (wentThrough(answer)) return 'delivered'
  const wait = BACKOFF_MS[tries - roundFrom]
  return wait === undefined ? 'parked' : later(moment, wait)
}

/** An address that has not answered for days is not asked any more, and the main account is told. */
async function disable(tx: Tx, moment: Moment, { enterpriseId, id, name }: Hook): Promise<void> {
  await setHookState(tx, { enterpriseId, id }, 'DISABLED', `连续 ${FAILING_DAYS_MAX} 天推送失败`)
  await parkAll(tx, { enterpriseId, id })
  const main = await findMainUser(tx, enterpriseId)
  if (main === undefined) return
  const content = `「${name}」连续 ${FAILING_DAYS_MAX} 天推送失败，已停止推送。修好后可在接口接入恢复，其间的变化请用接口拉取`
  const target = { screen: '/api_access', search: {} } as const
  await sendMessages(tx, moment, [{ enterpriseId, userIds: [main], kind: 'system', title: '消息推送已停用', content, target }])
}

async function note(tx: Tx, moment: Moment, hook: Hook, answer: HookAnswer): Promise<void> {
  if (wentThrough(answer)) return noteSuccess(tx, moment, hook)
  const since = await noteFailure(tx, moment, hook, later(moment, REST_MS))
  if (since && moment.now.getTime() - since.getTime() >= FAILING_DAYS_MAX * 24 * HOUR_MS) await disable(tx, moment, hook)
}

async function sendOne({ db, clock, keys, hooks }: Around, due: Due): Promise<boolean> {
  const moment = momentAt(clock())
  if (!(await takeTry(db, moment, due, later(moment, LEASE_MS)))) return false
  const hook = await findHook(db, { enterpriseId: due.enterpriseId, id: due.webhookId })
  if (!hook) return false
  const signed = signedHeaders(secretsOf(keys, moment, hook), { id: due.id, at: moment.now, body: due.body })
  const headers = { 'content-type': 'application/json; charset=utf-8', 'user-agent': 'Yanfeng-Webhook/1', ...signed }
  const began = stopwatch()
  const answer = await hooks.post(hook.url, { headers, body: due.body })
  const ms = Math.round(stopwatch() - began)
  const after = momentAt(clock())
  await inTransaction(db, async (tx) => {
    await endTry(tx, after, due, { answer, ms, next: nextOf(after, due, answer) })
    await note(tx, after, hook, answer)
  })
  return true
}

/**
 * Sends what is due, a handful at once, each in a try that only one runner has; holds no transaction while it waits for an answer. Returns how
 * many it sent. A crash between the answer and its being written down sends once more: receivers know a delivery by its id.
 */
export async function postDue(around: Around): Promise<number> {
  const due = await findDue(around.db, momentAt(around.clock()))
  const sent = await Promise.all(due.map((one) => sendOne(around, one)))
  return sent.filter(Boolean).length
}
