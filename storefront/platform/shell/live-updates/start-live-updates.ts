import { listenForPushes } from './push.ts'
import { refreshOnEvents } from './refreshes.ts'

/** The background work of a page, loaded after it is shown. */
export function startLiveUpdates(): void {
  refreshOnEvents()
  listenForPushes()
}
