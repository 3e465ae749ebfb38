import type { DebtOverview, Repayment, RepaymentPlanPreview } from '#contract/money/statements/shapes.ts'
import { type Fen, formatMoney, parseYuan, sum, ZERO_FEN } from '#contract/platform/core/money.ts'
import { formatFullMonth } from '#ui/format.ts'

/** The ways to repay. */
export type RepaymentMethod = 'wallet' | 'transfer' | 'acceptance' | 'wechat' | 'alipay' | 'card'

/** Returns the initial amount: what is due, or else everything that can be repaid. */
export const getInitialRepaymentAmount = ({ due, total }: Pick<DebtOverview, 'due' | 'total'>): Fen => (due > 0 ? due : total)

/** Returns the typed amount in fen; undefined while it is not a valid amount. */
export function parseRepaymentAmount(text: string): Fen | undefined {
  const amount = parseYuan(text)
  return amount === undefined || amount <= ZERO_FEN ? undefined : amount
}

/** Returns why an amount cannot be repaid in this way; undefined: it can. An incomplete number is not an error yet. */
export function repaymentAmountError(
  text: string,
  { total, walletBalance }: Pick<RepaymentPlanPreview, 'total' | 'walletBalance'>,
  way: RepaymentMethod,
): string | undefined {
  if (text.trim() === '') return '请输入还款金额'
  const amount = parseRepaymentAmount(text)
  if (amount === undefined) return '请输入大于 0 的金额，最多两位小数'
  if (amount > total) return `不能超过待还总额 ${formatMoney(total)}`
  if (way === 'wallet' && amount > walletBalance) return `钱包余额 ${formatMoney(walletBalance)}，不足以还款；可先充值或换一种方式`
  return undefined
}

type Part = Repayment['parts'][number]

/** Describes what a part of a repayment is used for. */
export function repaymentPartLabel({ to, month }: Part): string {
  if (to === 'interest') return '逾期利息'
  if (to === 'badDebt' && month !== null) return `${formatFullMonth(month)}账单（已核销待追偿）`
  return to === 'month' && month !== null ? `${formatFullMonth(month)}账单` : '余款转入钱包'
}

export const formatRepaymentParts = (parts: readonly Part[]): string =>
  parts.map((part) => `${repaymentPartLabel(part)} ${formatMoney(part.amount)}`).join('，')

/** The overdue amount, and since when. */
export interface OverdueAmount {
  amount: Fen
  interest: Fen
  month: string
  dueDay: string
}

/** Computes the sum of what was due before today; null: nothing. A disputed amount is overdue only after its postponed day. */
export function computeOverdueAmount({ months, interest }: Pick<DebtOverview, 'months' | 'interest'>, today: string): OverdueAmount | null {
  const late = months.flatMap(({ month, dues, dueDay, onTimeDay }) =>
    dues.filter(({ day }) => (day === dueDay ? onTimeDay : day) < today).map((due) => ({ month, ...due })),
  )
  const [first] = late
  if (!first) return null
  return { amount: sum(late.map(({ amount }) => amount)), interest, month: first.month, dueDay: first.day }
}
