import { noLimits } from '#server/platform/core/server-limits.ts'

/**
 * Who asks for a code that is sent without a call: somebody at loopback, where the people of the stories use it. `address`: what it is counted by,
 * so that stories that send many do not use up one address.
 */
export const createSmsRequester = (address = '127.0.0.1') => ({
  askers: ['address 127.0.0.1'],
  from: { address, deviceId: undefined, own: false, limits: noLimits },
})
