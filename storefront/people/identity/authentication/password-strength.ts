/** Estimates how hard a password is to guess. The server decides. */
export interface PasswordStrength {
  /** 0: empty, so there is no estimate. */
  level: 0 | 1 | 2 | 3
  word: '' | '弱' | '中' | '强'
  advice: string
}

const RULE = '6-20 位，建议字母、数字和符号混用'
const GUESSED: PasswordStrength = { level: 1, word: '弱', advice: '容易被猜到，请换一个' }
const words = ['', '弱', '中', '强'] as const
const advices = [RULE, '再长一些，或加入字母、数字、符号', '可以使用', '不易被猜到'] as const

const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/]

/** One character repeated, or a sequence up or down. */
function isRun(text: string): boolean {
  const steps = new Set([...text].slice(1).map((letter, at) => letter.charCodeAt(0) - text.charCodeAt(at)))
  return steps.size === 1 && [...steps].every((step) => Math.abs(step) <= 1)
}

const COMMON = /^(?:password|passwd|qwerty|asdf|zxcv|abc|admin|iloveyou|a?123456|woaini|yanfeng)\W*\d{0,4}$/i

/** Returns the hint for a password that is being typed by the owner of a mobile number ('' if unknown). */
export function computePasswordStrength(password: string, mobile = ''): PasswordStrength {
  if (password.length < 6) return { level: 0, word: '', advice: RULE }
  const tail = mobile.length === 11 && mobile.endsWith(password)
  if (tail || isRun(password) || COMMON.test(password) || /yanfeng/i.test(password)) return GUESSED
  const mixed = kinds.filter((kind) => kind.test(password)).length
  const points = mixed + (password.length >= 9 ? 1 : 0) + (password.length >= 12 ? 1 : 0) - (new Set(password).size < 5 ? 2 : 0)
  const level = points >= 5 ? 3 : points >= 3 ? 2 : 1
  return { level, word: words[level], advice: advices[level] }
}
