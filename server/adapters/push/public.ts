/**
 * Owns the open connections to the screens, and the notifications between the processes of the server.
 * Writes no table.
 * Never stores a message: a screen that is not connected gets none.
 */

export { listenForPushes, sendPushSignalsToAllProcesses } from './listen-for-pushes.ts'
export { createPushHub, type PushHub } from './push-hub.ts'
export { registerPushRoute } from './push-route.ts'
