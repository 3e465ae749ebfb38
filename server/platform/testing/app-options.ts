import { createErrorLog } from '#server/platform/core/log.ts'
import { unlimitedServerLimits } from '#server/platform/core/server-limits.ts'

/** The options of a mall that tests, benches and the demo run within their own process: without limits and without a second factor. */
export const createInProcessAppOptions = () => ({
  log: createErrorLog(),
  limits: unlimitedServerLimits,
  trustProxy: [],
  secure: false,
  strict: true,
  requireTotp: false,
})
