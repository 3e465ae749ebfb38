import type { Logger as Log } from 'pino'
import { smsAlertKinds } from '#contract/people/messaging/alert-api.ts'
import { WechatReceiverRefusedError } from '#server/adapters/wechat-account/public.ts'
import { findEndOfQuietHours, markWechatFollowing, readContacts, sendWechatMessageAfterCommit } from '#server/people/channels/public.ts'
import { runInTransaction } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import type { OutboxTopics } from '#server/platform/core/outbox.ts'
import type { AlertContext } from './send-alerts.ts'

export interface WaitingWechatContext extends AlertContext {
  log: Log
}

/**
 * Sends a message that waits in the outbox to the WeChat of a buyer, if it is still bound: hours can have passed. In quiet hours it waits for
 * their end. Whoever does not follow the account gets nothing, and no more tries; his binding is marked, so that he sees why.
 */
export async function sendWechatMessageIfStillWanted(
  { db, keys, publicUrl, wechatAccount, log }: WaitingWechatContext,
  moment: Moment,
  message: OutboxTopics['wechat.send'],
): Promise<void> {
  const { userId, id, title, alert, at } = message
  const { openWechat, quiet } = (await readContacts(db, keys, [userId]))(userId)
  const binding = openWechat()
  if (binding === null) return
  const notBefore = findEndOfQuietHours(moment.now, quiet)
  if (notBefore !== null)
    return runInTransaction(db, (tx) => sendWechatMessageAfterCommit(tx, moment, { userId, id, title, alert, at, notBefore }))
  // It was taken away. What waits for it fails, and can be tried again later.
  if (!wechatAccount) throw new Error('没有接入微信公众号')
  const { openid, boundAt } = binding
  const facts = { title, kind: smsAlertKinds[alert].label, at: new Date(at) }
  try {
    await wechatAccount.send({ id, openid, url: `${publicUrl}/message_notice`, ...facts }, moment.now)
  } catch (error) {
    if (!(error instanceof WechatReceiverRefusedError)) throw error
    log.warn({ err: error }, 'a message in WeChat has no such receiver')
    await runInTransaction(db, (tx) => markWechatFollowing(tx, moment, { userId, boundAt, isFollowing: false }))
  }
}
