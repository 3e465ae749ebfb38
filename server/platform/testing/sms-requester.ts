import { unlimitedServerLimits } from '#server/platform/core/server-limits.ts'

/**
 * The requester of a code that is sent without a call: on loopback, where test users come from. `address` is the key by which its tries are
 * counted, so that stories that send many codes do not use up one address.
 */
export const createSmsRequester = (address = '127.0.0.1') => ({
  askers: ['address 127.0.0.1'],
  from: { address, deviceId: undefined, own: false, limits: unlimitedServerLimits },
})
