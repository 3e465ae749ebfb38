import { listenForPushes } from './push.ts'
import { invalidateQueriesOnClientEvents } from './refreshes.ts'

/** The background work of a page, loaded after it is shown. */
export function startLiveUpdates(): void {
  invalidateQueriesOnClientEvents()
  listenForPushes()
}
