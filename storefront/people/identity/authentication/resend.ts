import { maskMobile } from '#contract/people/identity/masking.ts'
import type { SmsCodePurpose } from '#contract/people/identity/purposes.ts'

/** A code that was sent: the masked number, and when another may be sent. */
export interface SentSmsInfo {
  mobile: string
  /** Milliseconds since 1970. */
  until: number
}

const keyOf = (purpose: SmsCodePurpose): string => `yanfeng.sms.${purpose}`

const isSent = (value: unknown): value is SentSmsInfo =>
  typeof value === 'object' &&
  value !== null &&
  'mobile' in value &&
  typeof value.mobile === 'string' &&
  'until' in value &&
  typeof value.until === 'number'

/** Stores it for this tab, so that the waiting time survives a reload. */
export function saveSentSmsInfo(store: Storage, purpose: SmsCodePurpose, sent: SentSmsInfo): void {
  store.setItem(keyOf(purpose), JSON.stringify(sent))
}

/** Returns the stored value; undefined if there is none or if it is invalid. */
export function readSentSmsInfo(store: Pick<Storage, 'getItem'>, purpose: SmsCodePurpose): SentSmsInfo | undefined {
  try {
    const value: unknown = JSON.parse(store.getItem(keyOf(purpose)) ?? 'null')
    return isSent(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Masks a number as it is displayed, whether it was typed or is masked already; '' for an incomplete number. */
export const formatMaskedMobile = (mobile: string): string =>
  /^\d{11}$/.test(mobile) ? maskMobile(mobile) : mobile.includes('*') ? mobile : ''

/** Returns the seconds until another code may be sent to a number; 0: now. A different number never has to wait. */
export function secondsUntilResend(sent: SentSmsInfo | undefined, mobile: string, now: Date): number {
  if (!sent || (formatMaskedMobile(mobile) !== '' && formatMaskedMobile(mobile) !== sent.mobile)) return 0
  return Math.max(0, Math.min(60, Math.ceil((sent.until - now.getTime()) / 1_000)))
}
