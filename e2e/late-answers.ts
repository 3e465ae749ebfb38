import { setTimeout as pause } from 'node:timers/promises'
import type { BrowserContext } from 'playwright-core'

/**
 * With LATE_ANSWERS, in milliseconds, every file of the screens and every answer of the server arrives late: up to twice as late, by turns,
 * so that the order of answers changes too. A journey that takes an old screen for the next one, or that does not wait for an answer, then
 * fails each time instead of once a week on a busy machine. Without it nothing is changed.
 */
export const LATE_MS = Number(process.env.LATE_ANSWERS ?? 0)

const LATE_KINDS = ['script', 'fetch', 'xhr']

/** Makes what a context loads come late. */
export async function answerLate(context: BrowserContext): Promise<void> {
  let turn = 0
  await context.route('**', async (route) => {
    if (LATE_KINDS.includes(route.request().resourceType())) {
      turn += 1
      await pause(LATE_MS * (1 + (turn % 3) / 2))
    }
    // A page that was closed meanwhile wants no answer.
    await route.continue().catch(() => undefined)
  })
}
