import type { JobHelpers, TaskList } from 'graphile-worker'
import { audit } from '../platform/audit.ts'
import { type Clock, momentAt } from '../platform/moment.ts'
import { type Around, runJanitor, runRefunds } from '../receipts/public.ts'
import { runMissedDays } from '../reconciliation/public.ts'

/** Cron's finest step is a minute; the first question to a provider is due after half of one. */
const AGAIN_MS = 20_000

/** What the clock does about money on its way in and out. Each pass looks for all that is due; several at once share it. */
export function paymentTasks({ clock, ...around }: Around & { clock: Clock }): TaskList {
  const pass = async () => {
    await runJanitor(around, momentAt(clock()))
    await runRefunds(around, momentAt(clock()))
  }
  return {
    payments: async (_: unknown, { addJob }: JobHelpers) => {
      await pass()
      for (const times of [1, 2]) {
        const runAt = new Date(clock().getTime() + times * AGAIN_MS)
        await addJob('paymentsAgain', {}, { runAt, jobKey: `paymentsAgain${times}`, maxAttempts: 1 })
      }
    },
    paymentsAgain: pass,
    reconciliation: async () => {
      const moment = momentAt(clock())
      for (const { day, unavailable, differences } of await runMissedDays(around, moment)) {
        const origin = { requestId: moment.newId(), ip: '' }
        const facts = { day, unavailable, differences }
        await audit(around.db, moment, { origin, actor: { kind: 'system' }, action: 'job/reconciliation', objectId: day, facts })
      }
    },
  }
}
