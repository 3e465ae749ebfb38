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
