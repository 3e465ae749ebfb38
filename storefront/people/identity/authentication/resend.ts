import { maskMobile } from '#contract/people/identity/masking.ts'
import type { SmsPurpose } from '#contract/people/identity/purposes.ts'

/** A code that is on its way: to whom, masked, and when another may be sent. */
export interface SentCode {
  mobile: string
  /** Milliseconds since 1970. */
  until: number
}

const keyOf = (purpose: SmsPurpose): string => `yanfeng.sms.${purpose}`

const isSent = (value: unknown): value is SentCode =>
  typeof value === 'object' &&
  value !== null &&
  'mobile' in value &&
  typeof value.mobile === 'string' &&
  'until' in value &&
  typeof value.until === 'number'

/** Remembers it for this tab, so that a reload does not forget how long is to be waited. */
export function saveSentCode(store: Storage, purpose: SmsPurpose, sent: SentCode): void {
  store.setItem(keyOf(purpose), JSON.stringify(sent))
}

/** What was remembered; undefined when there is nothing, or what is there is not ours. */
export function readSentCode(store: Pick<Storage, 'getItem'>, purpose: SmsPurpose): SentCode | undefined {
  try {
    const value: unknown = JSON.parse(store.getItem(keyOf(purpose)) ?? 'null')
    return isSent(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** As a number is shown, masked whether it was typed or came so; of one that is not finished nothing. */
export const formatMobile = (mobile: string): string => (/^\d{11}$/.test(mobile) ? maskMobile(mobile) : mobile.includes('*') ? mobile : '')

/** Seconds until another code may go to a number; 0: now. To another number than before one may always be asked for. */
export function secondsLeft(sent: SentCode | undefined, mobile: string, now: Date): number {
  if (!sent || (formatMobile(mobile) !== '' && formatMobile(mobile) !== sent.mobile)) return 0
  return Math.max(0, Math.min(60, Math.ceil((sent.until - now.getTime()) / 1_000)))
}
