/**
 * Owns the counters of tries.
 * Writes the tables `live_server`, `rate_counter` and `rate_pool`.
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
  tightenRateLimitUnderLoad,
  tryConsumeRateLimit,
  undoRateLimitTry,
  WHOLE_MALL_SUBJECT,
} from './counters.ts'
export { runLiveServerHeartbeat } from './live-servers.ts'
export { createRatePoolTaker, deleteOldRatePools } from './rate-pools.ts'
