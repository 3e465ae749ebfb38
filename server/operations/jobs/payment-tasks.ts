import type { JobHelpers, TaskList } from 'graphile-worker'
import { type ProviderContext, pollPayments, runRefunds } from '#server/billing/incoming-payments/public.ts'
import { reconcileMissedDays } from '#server/billing/reconciliation/public.ts'
import { recordAudit } from '#server/platform/core/audit.ts'
import { forEachIsolated } from '#server/platform/core/isolated-batches.ts'
import { type Clock, createMoment } from '#server/platform/core/moment.ts'

/** Cron's finest step is a minute; the first question to a provider is due after half of one. */
const AGAIN_MS = 20_000

/** What the clock does about money on its way in and out. Each pass looks for all that is due; several at once share it. */
export function paymentTasks({ clock, ...around }: ProviderContext & { clock: Clock }): TaskList {
  const pass = async () => {
    await forEachIsolated([pollPayments, runRefunds], (run) => run(around, createMoment(clock())))
  }
  return {
    payments: async (_: unknown, { addJob }: JobHelpers) => {
      // First, so that a payment that fails keeps nobody else's from being asked about again.
      for (const times of [1, 2]) {
        const runAt = new Date(clock().getTime() + times * AGAIN_MS)
        await addJob('paymentsAgain', {}, { runAt, jobKey: `paymentsAgain${times}`, maxAttempts: 1 })
      }
      await pass()
    },
    paymentsAgain: pass,
    reconciliation: async () => {
      const moment = createMoment(clock())
      await reconcileMissedDays(around, moment, async ({ day, unavailable, differences }) => {
        const origin = { requestId: moment.newId(), ip: '' }
        const facts = { day, unavailable, differences }
        await recordAudit(around.db, moment, { origin, actor: { kind: 'system' }, action: 'job/reconciliation', objectId: day, facts })
      })
    },
  }
}
