// Messages in WeChat on their way: in the outbox until WeChat has taken them. They name their receiver by his id in the mall only.

import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { type OutboxTopics, publishEvents } from '#server/platform/core/outbox.ts'

export type NewWechatMessage = Omit<OutboxTopics['wechat.send'], 'notBefore'> & {
  /** When it may be sent; null: at once. */
  notBefore: Date | null
}

/** Sends a message after the commit. When its turn comes, it goes to the WeChat that its receiver has bound by then. */
export const sendWechatMessageAfterCommit = (tx: Tx, moment: Moment, { notBefore, ...message }: NewWechatMessage): Promise<void> =>
  publishEvents(tx, moment, [
    { topic: 'wechat.send', payload: Object.assign(message, notBefore && { notBefore: notBefore.toISOString() }) },
  ])
