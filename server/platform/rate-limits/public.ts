/**
 * Owns the counters of how often something was tried.
 * Writes the table `rate_counter`.
 * Never refuses a call: its caller does.
 */

export {
  consumeRateLimit,
  createRateCounter,
  deleteEndedCounters,
  deleteRateCounter,
  deleteRateCountersOfSubject,
  getRateCount,
  type RateLimit,
  type Subject,
  tightenRateLimit,
  undoRateLimit,
  WHOLE_MALL,
} from './counters.ts'
