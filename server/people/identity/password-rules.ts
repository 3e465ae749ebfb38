import { refuse } from '#contract/platform/core/refusals.ts'
import { loadOnFirstUse } from '#server/platform/core/module-loading.ts'

const loadWords = loadOnFirstUse<typeof import('@zxcvbn-ts/language-common')>('@zxcvbn-ts/language-common')

const COMMON_COUNTED = 3_000
let common: ReadonlySet<string> | undefined

/** The most common passwords, in lower case. */
const commonPasswords = (): ReadonlySet<string> => {
  common ??= new Set((loadWords().dictionary['passwords-common'] as string[]).filter((word) => word.length >= 6).slice(0, COMMON_COUNTED))
  return common
}

/** Whether a text is a run of one digit, or of ascending or descending digits: 111111, 12345678, 87654321. */
const isRun = (text: string): boolean => {
  const steps = [...text].slice(1).map((letter, at) => letter.charCodeAt(0) - text.charCodeAt(at))
  return steps.length > 0 && steps.every((step) => step === steps[0]) && Math.abs(steps[0] ?? 9) <= 1
}

/**
 * Refuses a login password that is easy to guess: a common one, a run of digits, the name of the mall, or the end of the mobile number.
 * `field` is its name in the call.
 */
export function requireStrongPassword(password: string, mobile: string, field = 'pwd'): void {
  const text = password.toLowerCase()
  const tails = [mobile, mobile.slice(-8), mobile.slice(-6)]
  if (commonPasswords().has(text) || isRun(text) || text.includes('yanfeng') || tails.includes(text))
    refuse('PASSWORD_TOO_COMMON', { field })
}

/** Refuses six digits that are easy to guess. */
export function requireStrongPaymentPassword(payPwd: string, mobile: string): void {
  const pairs = new Set(payPwd.match(/../g)).size === 1
  const halves = payPwd.slice(0, 3) === payPwd.slice(3)
  if (isRun(payPwd) || pairs || halves || mobile.endsWith(payPwd)) refuse('PAY_PASSWORD_WEAK', { field: 'payPwd' })
}
