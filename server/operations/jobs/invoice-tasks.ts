import type { JobHelpers, TaskList } from 'graphile-worker'
import { type IssuingContext, processDueIssues } from '#server/billing/invoices/public.ts'
import { type Clock, createMoment } from '#server/platform/core/moment.ts'

/** Cron's finest step is a minute; a provider has most invoices after a few seconds. */
const AGAIN_MS = 10_000
const TIMES = [1, 2, 3, 4, 5]

/** What the clock does about invoices that were asked for. Each pass looks for all that is due; several at once share it. */
export function invoiceTasks({ clock, ...around }: IssuingContext & { clock: Clock }): TaskList {
  const pass = async () => void (await processDueIssues(around, createMoment(clock())))
  return {
    invoices: async (_: unknown, { addJob }: JobHelpers) => {
      // First, so that an invoice that fails keeps nobody else's from being asked about again.
      for (const times of TIMES) {
        const runAt = new Date(clock().getTime() + times * AGAIN_MS)
        await addJob('invoicesAgain', {}, { runAt, jobKey: `invoicesAgain${times}`, maxAttempts: 1 })
      }
      await pass()
    },
    invoicesAgain: pass,
  }
}
