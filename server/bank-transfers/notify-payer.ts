import type { TextMessage } from '../../contract/messaging/texts/texts.ts'
import { sendMessages } from '../messaging/public.ts'
import { findMainUser } from '../organisation/public.ts'
import type { ExternalPayment } from '../payment/public.ts'
import type { Tx } from '../platform/db.ts'
import type { Moment } from '../platform/moment.ts'

/** Tells whoever began a payment, and the main account. */
export async function notifyPayer(
  tx: Tx,
  moment: Moment,
  { enterpriseId, userId }: Pick<ExternalPayment, 'enterpriseId' | 'userId'>,
  says: TextMessage,
): Promise<void> {
  const main = await findMainUser(tx, enterpriseId)
  const userIds = main === undefined ? [userId] : [userId, main]
  await sendMessages(tx, moment, [{ enterpriseId, userIds, kind: 'system', says }])
}
