import { readMobile } from '#server/people/identity/public.ts'
import { claimSmsAlert, listSmsAlertChoices } from '#server/people/messaging/public.ts'
import { findMembership } from '#server/people/organisation/public.ts'
import { sendSmsAlert } from '#server/people/sms/public.ts'
import { type Db, runInTransaction } from '#server/platform/core/db.ts'
import { forEachIsolated } from '#server/platform/core/isolated-batches.ts'
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
  await forEachIsolated(to, async ({ userId, id }) => {
    const membership = await findMembership(db, enterpriseId, userId)
    if (!membership || membership.status === 0 || membership.acceptedAt === null) return false
    const wants = (await listSmsAlertChoices(db, membership)).some(({ alertKind, bySms }) => alertKind === alert && bySms)
    if (!wants) return false
    return runInTransaction(db, async (tx) => {
      if (!(await claimSmsAlert(tx, moment, { enterpriseId, userId, id }))) return false
      await sendSmsAlert(tx, moment, keys, { mobile: await readMobile(tx, keys, userId), title })
      return true
    })
  })
}
