import { readClearTextMobileOfUser } from '#server/people/identity/public.ts'
import { listSmsAlertChoicesWithDefaults, recordSmsAlertWithinDailyLimit } from '#server/people/messaging/public.ts'
import { findMembership } from '#server/people/organisation/public.ts'
import { sendMessageTitleBySms } from '#server/people/sms/public.ts'
import { type Db, runInTransaction } from '#server/platform/core/db.ts'
import { forEachCollectingErrors } from '#server/platform/core/isolated-batches.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import type { OutboxTopics } from '#server/platform/core/outbox.ts'

/**
 * Sends an SMS alert to members of the enterprise who have chosen it. A repeated call sends nothing again. The SMS contains only the title
 * of the message.
 */
export async function sendSmsAlerts(
  db: Db,
  moment: Moment,
  keys: Keys,
  { enterpriseId, alert, title, to }: OutboxTopics['alert.made'],
): Promise<void> {
  await forEachCollectingErrors(to, async ({ userId, id }) => {
    const membership = await findMembership(db, enterpriseId, userId)
    if (!membership || membership.status === 0 || membership.acceptedAt === null) return false
    const wants = (await listSmsAlertChoicesWithDefaults(db, membership)).some(({ alertKind, bySms }) => alertKind === alert && bySms)
    if (!wants) return false
    return runInTransaction(db, async (tx) => {
      if (!(await recordSmsAlertWithinDailyLimit(tx, moment, { enterpriseId, userId, id }))) return false
      await sendMessageTitleBySms(tx, moment, keys, { mobile: await readClearTextMobileOfUser(tx, keys, userId), title })
      return true
    })
  })
}
