/**
 * Owns the counters of how often something was tried.
 * Writes the table `rate_counter`.
 * Never refuses a call: its caller does.
 */

export {
  createCountOnlyRateLimit,
  deleteEndedRateCounters,
  deleteRateCounter,
  deleteRateCountersOfSubject,
  type RateLimit,
  type RateLimitSubject,
  readRateCount,
  tightenRateLimit,
  tryConsumeRateLimit,
  undoRateLimitTry,
  WHOLE_MALL_SUBJECT,
} from './counters.ts'
