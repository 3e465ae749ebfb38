import { TOP_UP_YUAN_MAX } from '#contract/money/payments/api.ts'
import { type Fen, fromYuan, parseYuan } from '#contract/platform/core/money.ts'
import { formatCount } from '#ui/format.ts'

/** Amounts with a button of their own, in fen. */
export const quickTopUpAmounts: readonly Fen[] = [1_000, 5_000, 10_000, 50_000, 100_000, 500_000].map(fromYuan)

/** Parses a typed amount in yuan to fen. Commas and spaces are ignored. */
export function parseTopUpAmount(typed: string): { amount: Fen } | { fault: string } {
  const text = typed.replaceAll(/[,，\s¥￥]/g, '')
  if (text === '') return { fault: '请输入充值金额' }
  const amount = parseYuan(text)
  if (amount === undefined) return { fault: '金额格式不正确，最多两位小数' }
  if (amount <= 0) return { fault: '金额必须大于 0' }
  if (amount > fromYuan(TOP_UP_YUAN_MAX)) return { fault: `单笔最多充值 ${formatCount(TOP_UP_YUAN_MAX)} 元` }
  return { amount }
}
