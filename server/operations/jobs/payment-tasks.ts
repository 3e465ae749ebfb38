import type { JobHelpers, TaskList } from 'graphile-worker'
import { type ProviderContext, pollDuePayments, processDueRefunds } from '#server/billing/incoming-payments/public.ts'
import { reconcileMissedDays } from '#server/billing/reconciliation/public.ts'
import { recordAudit } from '#server/platform/core/audit.ts'
import { forEachCollectingErrors } from '#server/platform/core/isolated-batches.ts'
import { type Clock, createMoment } from '#server/platform/core/moment.ts'

/** Cron cannot run more often than every minute, but the first query to a provider is due after half a minute. */
const AGAIN_MS = 20_000

/** The tasks that poll payments and run refunds. Concurrent runs share the work. */
export function createPaymentAndRefundTasks({ clock, ...context }: ProviderContext & { clock: Clock }): TaskList {
  const pass = async () => {
    await forEachCollectingErrors([pollDuePayments, processDueRefunds], (run) => run(context, createMoment(clock())))
  }
  return {
    payments: async (_: unknown, { addJob }: JobHelpers) => {
      // The repetitions are scheduled first, so that a failing payment does not delay others.
      for (const times of [1, 2]) {
        const runAt = new Date(clock().getTime() + times * AGAIN_MS)
        await addJob('paymentsAgain', {}, { runAt, jobKey: `paymentsAgain${times}`, maxAttempts: 1 })
      }
      await pass()
    },
    paymentsAgain: pass,
    reconciliation: async () => {
      const moment = createMoment(clock())
      await reconcileMissedDays(context, moment, async ({ day, unavailable, differences }) => {
        const origin = { requestId: moment.newId(), ip: '' }
        const facts = { day, unavailable, differences }
        await recordAudit(context.db, moment, { origin, actor: { kind: 'system' }, action: 'job/reconciliation', objectId: day, facts })
      })
    },
  }
}
