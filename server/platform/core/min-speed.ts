import { monotonicNow } from './moment.ts'

/** Watches that whoever sends or takes bytes does not keep the server waiting for long. */
export interface MinSpeedWatch {
  /** From now on the server waits for the other side. */
  waits(): void
  /** So many bytes have moved; the server no longer waits. */
  moved(bytes: number): void
  /** Nothing is watched any more. */
  stop(): void
}

/**
 * Calls `tooSlow` once, as soon as the other side has used up its grace. Waiting uses it up, bytes earn it back at the least speed, so that a
 * short halt is forgiven and a steady trickle is not. Only time during which the server waits counts: its own slowness is nobody's fault.
 */
export function watchMinSpeed(
  { bytesPerSecond, graceMs }: { bytesPerSecond: number; graceMs: number },
  tooSlow: () => void,
): MinSpeedWatch {
  let grace = graceMs
  let waitsSince: number | undefined
  let timer: NodeJS.Timeout | undefined
  const settle = () => {
    clearTimeout(timer)
    if (waitsSince !== undefined) grace -= monotonicNow() - waitsSince
    waitsSince = undefined
  }
  return {
    waits() {
      settle()
      waitsSince = monotonicNow()
      timer = setTimeout(tooSlow, Math.max(0, grace))
    },
    moved(bytes) {
      settle()
      grace = Math.min(graceMs, grace + (bytes * 1_000) / bytesPerSecond)
    },
    stop: settle,
  }
}
