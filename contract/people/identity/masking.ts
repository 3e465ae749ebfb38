/** Masking of personal data. The server does it: the full value is sent to a browser only when a person opens it, and that is logged. */

const stars = (count: number) => '*'.repeat(Math.max(0, count))

/** 138****1234: the first three and the last four digits (specification §9). */
export const maskMobile = (mobile: string): string => `${mobile.slice(0, 3)}****${mobile.slice(-4)}`

/** lin@example.com → l***@example.com */
export const maskEmail = (email: string): string => `${[...email][0] ?? ''}***${email.slice(email.lastIndexOf('@'))}`

/** 张三丰 → 张** */
export const maskPersonName = (name: string): string => {
  const [first = '', ...rest] = [...name]
  return first + stars(rest.length)
}

/** The first three and the last four characters. */
export const maskIdNumber = (idNo: string): string => `${idNo.slice(0, 3)}${stars(idNo.length - 7)}${idNo.slice(-4)}`

/** The first four and the last four characters. */
export const maskCreditCode = (code: string): string => `${code.slice(0, 4)}${stars(code.length - 8)}${code.slice(-4)}`

/** 深圳市鹏岩矿业有限公司 → 深圳****有限公司. Of a short name only the first character remains. */
export function maskCompanyName(name: string): string {
  const letters = [...name]
  return letters.length <= 4 ? `${letters[0] ?? ''}**` : `${letters.slice(0, 2).join('')}****${letters.slice(-4).join('')}`
}

/** Only the last four digits. */
export const maskBankAccountNumber = (account: string): string => `${stars(account.length - 4)}${account.slice(-4)}`
