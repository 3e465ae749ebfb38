// Reads and writes the columns of `contact_setting` about the WeChat of a buyer.

import { refuse } from '#contract/platform/core/refusals.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import { isDigestOf, type Keys, sha256 } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { tryConsumeRateLimit } from '#server/platform/rate-limits/public.ts'
import { openWechatBinding, sealWechatId, type WechatBinding } from './sealed-contacts.ts'
import { notifyPersonOfWechatBinding } from './wechat-binding-news.ts'

/** How long a person may take to come back from WeChat's page. */
const STATE_MS = 10 * 60_000
/** Each try asks WeChat, which counts what an account asks in a day. */
const LIMIT = { name: 'wechat binding person hour', max: 20, windowMs: 3_600_000 } as const

const SECOND_DIGITS = 8

/**
 * What WeChat's page brings back: until when it is valid, and a digest of that and the person. So nobody can send somebody else an address with a
 * code of his own WeChat, and no server must have kept anything.
 */
export function createWechatState(keys: Keys, { now }: Moment, userId: string): string {
  const until = Math.floor((now.getTime() + STATE_MS) / 1_000)
    .toString(16)
    .padStart(SECOND_DIGITS, '0')
  return `${until}${keys.hmac('wechatState', `${userId}:${until}`).toString('hex')}`
}

/** Whether a state was made for this person and is still valid. */
export function isWechatStateOf(keys: Keys, { now }: Moment, { userId, state }: { userId: string; state: string }): boolean {
  const until = state.slice(0, SECOND_DIGITS)
  const digest = Buffer.from(state.slice(SECOND_DIGITS), 'hex')
  return Number.parseInt(until, 16) * 1_000 > now.getTime() && isDigestOf(keys, 'wechatState', { value: `${userId}:${until}`, digest })
}

/** Counts a try that asks WeChat, also of a refused call. Refuses WECHAT_TOO_OFTEN. */
export async function consumeWechatTry(tx: Tx, moment: Moment, userId: string): Promise<void> {
  if (!(await tryConsumeRateLimit(tx, moment, LIMIT, { subject: sha256(userId) }))) refuse('WECHAT_TOO_OFTEN')
}

/** Finds and decrypts the bound WeChat of a person. One that does not follow the account is found, too. */
export async function findWechatBinding(db: Db, keys: Keys, userId: string): Promise<WechatBinding | undefined> {
  const row = await db
    .selectFrom('contact_setting')
    .select(['wechat_sealed', 'wechat_bound_at', 'wechat_unfollowed_at'])
    .where('id', '=', userId)
    .executeTakeFirst()
  return row && openWechatBinding(keys, userId, row)
}

interface NewBinding {
  userId: string
  openid: string
  isFollowing: boolean
}

/** Binds a WeChat in place of an earlier one, and tells the person of it. */
export async function bindWechat(tx: Tx, moment: Moment, keys: Keys, { userId, openid, isFollowing }: NewBinding): Promise<void> {
  const set = {
    wechat_sealed: sealWechatId(keys, moment, { userId, openid }),
    wechat_bound_at: moment.now,
    wechat_unfollowed_at: isFollowing ? null : moment.now,
    updated_at: moment.now,
  }
  const row = await tx
    .insertInto('contact_setting')
    .values({ id: userId, user_id: userId, ...set })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(set))
    .returning('mail_sealed')
    .executeTakeFirstOrThrow()
  await notifyPersonOfWechatBinding(tx, moment, keys, { userId, mailSealed: row.mail_sealed })
}

/** Removes the binding, and with it what is known of the person in WeChat. */
export async function unbindWechat(tx: Tx, moment: Moment, userId: string): Promise<void> {
  await tx
    .updateTable('contact_setting')
    .set({ wechat_sealed: null, wechat_bound_at: null, wechat_unfollowed_at: null, updated_at: moment.now })
    .where('id', '=', userId)
    .execute()
}

/** Writes whether the person of a binding follows the account. A binding that has replaced it meanwhile stays as it is. */
export async function markWechatFollowing(
  tx: Tx,
  moment: Moment,
  { userId, boundAt, isFollowing }: { userId: string; boundAt: Date; isFollowing: boolean },
): Promise<void> {
  await tx
    .updateTable('contact_setting')
    .set({ wechat_unfollowed_at: isFollowing ? null : moment.now })
    .where('id', '=', userId)
    .where('wechat_bound_at', '=', boundAt)
    .execute()
}
