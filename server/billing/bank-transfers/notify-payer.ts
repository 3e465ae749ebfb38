import type { MessageTextWithValues } from '#contract/people/messaging/message-texts/texts.ts'
import type { ExternalPayment } from '#server/money/payments/public.ts'
import { sendMessages } from '#server/people/messaging/public.ts'
import { findMainUserId } from '#server/people/organisation/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'

/** Sends a message to the person who started a payment and to the main account. */
export async function notifyPayerAndMainAccount(
  tx: Tx,
  moment: Moment,
  { enterpriseId, userId }: Pick<ExternalPayment, 'enterpriseId' | 'userId'>,
  message: MessageTextWithValues,
): Promise<void> {
  const main = await findMainUserId(tx, enterpriseId)
  const userIds = main === undefined ? [userId] : [userId, main]
  await sendMessages(tx, moment, [{ enterpriseId, userIds, kind: 'system', says: message }])
}
