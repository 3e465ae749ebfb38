import { mobileOf } from '../identity/public.ts'
import { noteAlert, readChoices } from '../messaging/public.ts'
import { findMembership } from '../organisation/public.ts'
import { type Db, inTransaction } from '../platform/db.ts'
import type { Keys } from '../platform/keys.ts'
import type { Moment } from '../platform/moment.ts'
import type { Topics } from '../platform/outbox.ts'
import { sendAlert } from '../sms/public.ts'

/** Sends what was told to those who want it by SMS and still sit in the company. Run twice, it sends once. Only the message's title travels. */
export async function sendAlerts(
  db: Db,
  moment: Moment,
  keys: Keys,
  { enterpriseId, alert, title, to }: Topics['alert.made'],
): Promise<void> {
  for (const { userId, id } of to) {
    const seat = await findMembership(db, enterpriseId, userId)
    if (!seat || seat.status === 0 || seat.acceptedAt === null) continue
    const wants = (await readChoices(db, seat)).some(({ alertKind, bySms }) => alertKind === alert && bySms)
    if (!wants) continue
    await inTransaction(db, async (tx) => {
      if (!(await noteAlert(tx, moment, { enterpriseId, userId, id }))) return
      await sendAlert(tx, moment, keys, { mobile: await mobileOf(tx, keys, userId), title })
    })
  }
}
