import type { JobHelpers, TaskList } from 'graphile-worker'
import { type InvoiceIssuingContext, processDueInvoiceIssuances } from '#server/billing/invoices/public.ts'
import { type Clock, createMoment } from '#server/platform/core/moment.ts'

/** Cron cannot run more often than every minute, but a provider has most invoices after a few seconds. */
const AGAIN_MS = 10_000
const TIMES = [1, 2, 3, 4, 5]

/** The task that processes due invoice issues. Concurrent runs share the work. */
export function createInvoiceTasks({ clock, ...context }: InvoiceIssuingContext & { clock: Clock }): TaskList {
  const pass = async () => void (await processDueInvoiceIssuances(context, createMoment(clock())))
  return {
    invoices: async (_: unknown, { addJob }: JobHelpers) => {
      // The repetitions are scheduled first, so that a failing invoice does not delay others.
      for (const times of TIMES) {
        const runAt = new Date(clock().getTime() + times * AGAIN_MS)
        await addJob('invoicesAgain', {}, { runAt, jobKey: `invoicesAgain${times}`, maxAttempts: 1 })
      }
      await pass()
    },
    invoicesAgain: pass,
  }
}
