import type { Tone } from '#console/platform/components/tag.tsx'
import type { CreditAccount } from '#contract/money/credit/api.ts'
import type { ConsoleEnterprise } from '#contract/operations/enterprises/api.ts'
import { type OrderState, orderLifecycle } from '#contract/orders/orders/order-lifecycle.ts'
import { type AuthLevel, type AuthStatus, authLevels, authStatuses } from '#contract/people/verification/verification-status.ts'
import { type Fen, maxFen, minFen, subtract, sum, ZERO } from '#contract/platform/core/money.ts'
import { listPermissions, permissions } from '#contract/platform/core/permissions.ts'

/** What a company without a name yet is called: registered, and not further. */
export const enterpriseName = ({ name }: { name: string | null }): string => name ?? '未认证企业'

const WAITING: readonly AuthStatus[] = [0, 3, 6]
const FAILED: readonly AuthStatus[] = [2, 5, 8]

/** Where a company stands in its verification: the step under way, else the level that it has reached. */
export function verificationStatus({ authLevel, authStatus }: { authLevel: AuthLevel; authStatus: AuthStatus | null }): {
  label: string
  tone: Tone
} {
  if (authStatus === null) return { label: authLevels[authLevel], tone: 'over' }
  const { label } = authStatuses[authStatus]
  if (WAITING.includes(authStatus)) return { label, tone: 'wait' }
  return { label, tone: FAILED.includes(authStatus) ? 'bad' : 'good' }
}

export interface Gauge {
  /** Shares of the whole limit, in percent, rounded; together at most 100. */
  drawn: number
  held: number
  limit: Fen
  usable: Fen
  /** More is used than may be: the temporary limit has ended, or the base was lowered. */
  over: Fen
}

const share = (part: Fen, whole: Fen): number => (whole === 0 ? 0 : Math.round((part * 100) / whole))

/** How full a credit account is: what is owed, what orders hold, what is left. */
export function gaugeOf({
  creditBaseAmount,
  creditTempAmount,
  creditWaitReturnAmount,
  heldAmount,
  usedAmount,
}: Pick<CreditAccount, 'creditBaseAmount' | 'creditTempAmount' | 'creditWaitReturnAmount' | 'heldAmount' | 'usedAmount'>): Gauge {
  const limit = sum([creditBaseAmount, creditTempAmount])
  const whole = maxFen(limit, usedAmount)
  const drawn = share(minFen(creditWaitReturnAmount, whole), whole)
  return {
    drawn,
    held: Math.min(share(heldAmount, whole), 100 - drawn),
    limit,
    usable: maxFen(ZERO, subtract(limit, usedAmount)),
    over: maxFen(ZERO, subtract(usedAmount, limit)),
  }
}

/** How much of a limit is used, for a list: '14%'; null where there is none. */
export function usedLimitShare({ baseLimit, used }: { baseLimit: Fen | null; used: Fen | null }): number | null {
  return baseLimit === null || used === null || baseLimit === 0 ? null : share(used, baseLimit)
}

/** Orders by state, in the order of the lifecycle; states without orders are left out. */
export function ordersByState(orders: ConsoleEnterprise['orders']): { state: OrderState; label: string; count: number }[] {
  const counts = new Map(orders.map(({ state, count }) => [state, count]))
  return (Object.keys(orderLifecycle.states) as OrderState[]).flatMap((state) => {
    const count = counts.get(state) ?? 0
    return count === 0 ? [] : [{ state, label: orderLifecycle.states[state].label, count }]
  })
}

/** What a seat may do, in words. */
export function formatPermissions(permCode: string | null): string {
  if (permCode === null) return '全部权限'
  const labels = listPermissions(permCode).map((code) => permissions[code].label)
  return labels.length === 0 ? '无权限' : labels.join('、')
}
