import { Refusal } from '#contract/platform/core/refusal.ts'

const TRIES_AGAIN = 2
const PAUSE_MS = 1_500

/**
 * How the query cache repeats a read that a busy server has refused (OVERLOADED, 503): twice, and the second time after twice the
 * pause. The screen shows its loading state meanwhile. Any other error is shown at once.
 */
export const retryBusyReads = {
  retry: (failures: number, error: Error): boolean => failures < TRIES_AGAIN && error instanceof Refusal && error.reason === 'OVERLOADED',
  retryDelay: (failures: number): number => PAUSE_MS * 2 ** failures,
}
