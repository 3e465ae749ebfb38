export { type Hub, openHub } from './hub.ts'
export { listenForPushes, notifyAll } from './listen.ts'
export { mountPush } from './mount-push.ts'
