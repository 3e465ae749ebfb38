import type { OwedNow, Repayment, RepaymentPlan } from '#contract/money/statements/shapes.ts'
import { type Fen, formatMoney, parseYuan, sum, ZERO } from '#contract/platform/core/money.ts'
import { formatFullMonth } from '#ui/format.ts'

/** How a repayment is made. */
export type RepaymentMethod = 'wallet' | 'transfer' | 'acceptance' | 'wechat' | 'alipay' | 'card'

/** What stands in the field at first: what is due, and where nothing is, all that can be repaid. */
export const defaultAmount = ({ due, total }: Pick<OwedNow, 'due' | 'total'>): Fen => (due > 0 ? due : total)

/** The amount that was typed; undefined while it is none. */
export function parseAmount(text: string): Fen | undefined {
  const amount = parseYuan(text)
  return amount === undefined || amount <= ZERO ? undefined : amount
}

/** Why an amount cannot be repaid this way; undefined when it can. Half a number is not wrong yet. */
export function amountError(
  text: string,
  { total, walletBalance }: Pick<RepaymentPlan, 'total' | 'walletBalance'>,
  way: RepaymentMethod,
): string | undefined {
  if (text.trim() === '') return '请输入还款金额'
  const amount = parseAmount(text)
  if (amount === undefined) return '请输入大于 0 的金额，最多两位小数'
  if (amount > total) return `不能超过待还总额 ${formatMoney(total)}`
  if (way === 'wallet' && amount > walletBalance) return `钱包余额 ${formatMoney(walletBalance)}，不足以还款；可先充值或换一种方式`
  return undefined
}

type Part = Repayment['parts'][number]

/** What a part of a repayment goes to, in words. */
export function repaymentPartLabel({ to, month }: Part): string {
  if (to === 'interest') return '逾期利息'
  return to === 'month' && month !== null ? `${formatFullMonth(month)}账单` : '余款进钱包'
}

export const formatRepaymentParts = (parts: readonly Part[]): string =>
  parts.map((part) => `${repaymentPartLabel(part)} ${formatMoney(part.amount)}`).join('，')

/** What is past its day, and since when. */
export interface Overdue {
  amount: Fen
  interest: Fen
  month: string
  dueDay: string
}

/** What should have been repaid before today, added up; null: nothing. What a dispute has put off is not late before its own day. */
export function computeOverdue({ months, interest }: Pick<OwedNow, 'months' | 'interest'>, today: string): Overdue | null {
  const late = months.flatMap(({ month, dues }) => dues.filter(({ day }) => day < today).map((due) => ({ month, ...due })))
  const [first] = late
  if (!first) return null
  return { amount: sum(late.map(({ amount }) => amount)), interest, month: first.month, dueDay: first.day }
}
