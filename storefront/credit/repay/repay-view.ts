import { type Fen, parseYuan, ZERO } from '../../../contract/money.ts'
import type { OwedNow, Repayment, RepaymentPlan } from '../../../contract/statements/shapes.ts'
import { fullDay, fullMonth, money, monthDay } from '../../../ui/format.ts'

/** How a repayment is made. */
export type Way = 'wallet' | 'transfer' | 'acceptance' | 'wechat' | 'alipay' | 'card'

/** What stands in the field at first: what is due, and where nothing is, all that can be repaid. */
export const firstAmount = ({ due, total }: Pick<OwedNow, 'due' | 'total'>): Fen => (due > 0 ? due : total)

/** The amount that was typed; undefined while it is none. */
export function readAmount(text: string): Fen | undefined {
  const amount = parseYuan(text)
  return amount === undefined || amount <= ZERO ? undefined : amount
}

/** Why an amount cannot be repaid this way; undefined when it can. Half a number is not wrong yet. */
export function faultOf(
  text: string,
  { total, walletBalance }: Pick<RepaymentPlan, 'total' | 'walletBalance'>,
  way: Way,
): string | undefined {
  if (text.trim() === '') return '请输入还款金额'
  const amount = readAmount(text)
  if (amount === undefined) return '请输入大于 0 的金额，最多两位小数'
  if (amount > total) return `不能超过待还总额 ${money(total)}`
  if (way === 'wallet' && amount > walletBalance) return `钱包余额 ${money(walletBalance)}，不足以还款；可先充值或换一种方式`
  return undefined
}

type Part = Repayment['parts'][number]

/** What a part of a repayment goes to, in words. */
export function partName({ to, month }: Part): string {
  if (to === 'interest') return '逾期利息'
  return to === 'month' && month !== null ? `${fullMonth(month)}账单` : '余款进钱包'
}

export const partsText = (parts: readonly Part[]): string => parts.map((part) => `${partName(part)} ${money(part.amount)}`).join('，')

/** What is past its day, and since when. */
export interface Overdue {
  amount: Fen
  interest: Fen
  month: string
  dueDay: string
}

/** The months that are overdue, added up; null: none is. */
export function overdueOf({ months, interest }: OwedNow): Overdue | null {
  const late = months.filter(({ state }) => state === 'OVERDUE')
  const [first] = late
  if (!first) return null
  const amount = late.reduce((sum, { owed }) => sum + owed, 0) as Fen
  return { amount, interest, month: first.month, dueDay: first.dueDay }
}

/** '2026-11-10' → '11月10日'; a day of another year with its year. */
export const dayName = (day: string, today: string): string => (day.slice(0, 4) === today.slice(0, 4) ? monthDay(day) : fullDay(day))
