import { followPushes } from './push.ts'
import { followEvents } from './refreshes.ts'

/** What a page does besides being shown: loaded once it has been. */
export function followNews(): void {
  followEvents()
  followPushes()
}
