/**
 * Checks the numbers of Chinese identity documents as people type them. Spaces and full-width digits are accepted; wrong check digits are
 * not.
 */

/** A number or text as it is stored and compared: in capitals, without spaces, and full-width letters and digits as usual ones. */
export const toComparedText = (text: string): string => text.normalize('NFKC').replace(/\s/g, '').toUpperCase()

const ID_WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
const ID_CHECKS = '10X98765432'

/** Returns the birthday in an ID number as 'YYYY-MM-DD'; undefined if its digits are not a valid day. */
export function parseBirthdayOfIdNumber(idNo: string): string | undefined {
  const day = `${idNo.slice(6, 10)}-${idNo.slice(10, 12)}-${idNo.slice(12, 14)}`
  const at = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day) ? day : undefined
}

/** 居民身份证号码 (GB 11643-1999): seventeen digits with a valid birthday, and a check character. */
export function isIdNumber(text: string): boolean {
  const idNo = toComparedText(text)
  if (!/^\d{17}[\dX]$/.test(idNo) || parseBirthdayOfIdNumber(idNo) === undefined) return false
  const sum = ID_WEIGHTS.reduce((total, weight, at) => total + weight * Number(idNo[at]), 0)
  return ID_CHECKS[sum % 11] === idNo[17]
}

/** Computes the full years between a birthday and a day, both 'YYYY-MM-DD'. */
export const computeAge = (birthday: string, day: string): number =>
  Number(day.slice(0, 4)) - Number(birthday.slice(0, 4)) - (day.slice(5) < birthday.slice(5) ? 1 : 0)

const CREDIT_ALPHABET = '0123456789ABCDEFGHJKLMNPQRTUWXY'
const CREDIT_WEIGHTS = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28]

/** 统一社会信用代码 (GB 32100-2015): eighteen characters without I O S V Z. The last one is the check character. */
export function isUnifiedCreditCode(text: string): boolean {
  const code = toComparedText(text)
  if (!/^[0-9A-HJ-NPQRTUWXY]{18}$/.test(code)) return false
  const sum = CREDIT_WEIGHTS.reduce((total, weight, at) => total + weight * CREDIT_ALPHABET.indexOf(code[at] ?? ''), 0)
  return CREDIT_ALPHABET[(31 - (sum % 31)) % 31] === code[17]
}
