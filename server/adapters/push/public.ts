export { listenForPushes, notifyAllProcesses } from './listen-for-pushes.ts'
export { createPushHub, type PushHub } from './push-hub.ts'
export { registerPushRoute } from './push-route.ts'
