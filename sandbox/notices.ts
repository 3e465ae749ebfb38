import { happensByChance } from './faults.ts'

/** The simulated faults of notices: shares between 0 and 1 of all notices, delays in milliseconds. */
export interface NoticeFaults {
  lose: number
  double: number
  /** Sent after later notices. */
  reorder: number
  delayMs: number
  /** With an invalid signature. */
  falsify: number
  /** With another amount and a valid signature, as an attacker inside the provider could do. */
  wrongAmount: number
}

export const noNoticeFaults: NoticeFaults = { lose: 0, double: 0, reorder: 0, delayMs: 0, falsify: 0, wrongAmount: 0 }

export interface NoticeToSend {
  url: string
  /** Creates the notice for a delivery: each delivery has its own signature and time. */
  make(options: { falsify: boolean; wrongAmount: boolean }): { headers: Record<string, string>; body: string }
}

/** Seconds before a failed notice is sent again: the schedule of the provider, limited to an hour. */
const AGAIN_SECONDS = [15, 15, 30, 180, 600, 1_200, 1_800]
const TIMEOUT_MS = 5_000

export interface NoticeSender {
  faults: NoticeFaults
  send(notice: NoticeToSend): void
  /** The deliveries: the HTTP status of each try, the latest last. */
  deliveries: { url: string; status: number }[]
  stop(): void
}

/** Delivers notices over HTTP, and retries until they are accepted. */
export function createNoticeSender(secondsScale = 1): NoticeSender {
  const timers = new Set<NodeJS.Timeout>()
  const later = (ms: number, work: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      work()
    }, ms)
    timers.add(timer)
  }
  const sender: NoticeSender = {
    faults: { ...noNoticeFaults },
    deliveries: [],
    send(notice) {
      const { lose, double, reorder, delayMs } = sender.faults
      const wait = delayMs + (happensByChance(reorder) ? 2_000 * secondsScale : 0)
      if (happensByChance(lose)) later(AGAIN_SECONDS[0] ? AGAIN_SECONDS[0] * 1_000 * secondsScale : 0, () => void deliver(notice, 1))
      else later(wait, () => void deliver(notice, 0))
      if (happensByChance(double)) later(wait, () => void deliver(notice, AGAIN_SECONDS.length))
    },
    stop() {
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
    },
  }
  async function deliver(notice: NoticeToSend, attempt: number): Promise<void> {
    const { falsify, wrongAmount } = sender.faults
    const made = notice.make({ falsify: happensByChance(falsify), wrongAmount: happensByChance(wrongAmount) })
    const status = await fetch(notice.url, { method: 'POST', ...made, signal: AbortSignal.timeout(TIMEOUT_MS) }).then(
      (answer) => answer.status,
      () => 0,
    )
    sender.deliveries.push({ url: notice.url, status })
    const again = AGAIN_SECONDS[attempt]
    if ((status < 200 || status > 299) && again !== undefined) later(again * 1_000 * secondsScale, () => void deliver(notice, attempt + 1))
  }
  return sender
}
