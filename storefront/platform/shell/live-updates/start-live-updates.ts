import { listenForPushes } from './push.ts'
import { refreshOnEvents } from './refreshes.ts'

/** What a page does besides being shown: loaded once it has been. */
export function startLiveUpdates(): void {
  refreshOnEvents()
  listenForPushes()
}
