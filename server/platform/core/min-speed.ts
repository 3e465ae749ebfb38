import { monotonicNowMs } from './moment.ts'

/** Watches that the other side of a transfer does not keep the server waiting for long. */
export interface MinSpeedMonitor {
  /** The server now waits for the other side. */
  waits(): void
  /** The given number of bytes has moved, and the server no longer waits. */
  moved(bytes: number): void
  /** Ends the watch. */
  stop(): void
}

/**
 * Calls `tooSlow` once, when the other side has used up its grace. Waiting uses it up, and bytes restore it at the minimum speed. So a
 * short pause is allowed, and a permanent trickle is not. Only the time in which the server waits counts, not its own slowness.
 */
export function watchMinSpeed(
  { bytesPerSecond, graceMs }: { bytesPerSecond: number; graceMs: number },
  tooSlow: () => void,
): MinSpeedMonitor {
  let grace = graceMs
  let waitsSince: number | undefined
  let timer: NodeJS.Timeout | undefined
  const settle = () => {
    clearTimeout(timer)
    if (waitsSince !== undefined) grace -= monotonicNowMs() - waitsSince
    waitsSince = undefined
  }
  return {
    waits() {
      settle()
      waitsSince = monotonicNowMs()
      timer = setTimeout(tooSlow, Math.max(0, grace))
    },
    moved(bytes) {
      settle()
      grace = Math.min(graceMs, grace + (bytes * 1_000) / bytesPerSecond)
    },
    stop: settle,
  }
}
