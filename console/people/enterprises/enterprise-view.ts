import type { TagTone } from '#console/platform/components/tag.tsx'
import type { CreditAccount } from '#contract/money/credit/api.ts'
import type { ConsoleEnterprise } from '#contract/operations/enterprises/api.ts'
import { type OrderState, orderLifecycle } from '#contract/orders/orders/order-lifecycle.ts'
import {
  type VerificationLevel,
  type VerificationStatus,
  verificationLevels,
  verificationStatuses,
} from '#contract/people/verification/verification-status.ts'
import { type Fen, maxFen, minFen, subtractFen, sum, ZERO_FEN } from '#contract/platform/core/money.ts'
import { parsePermissionCodes, permissions } from '#contract/platform/core/permissions.ts'

/** The label of an enterprise that has no name yet, because it is only registered. */
export const formatEnterpriseName = ({ name }: { name: string | null }): string => name ?? '未认证企业'

/** The state of a person or of an enterprise. */
export function toActiveFrozenOrClosedStatus({ closedAt = null, status }: { closedAt?: Date | null; status: 0 | 1 }): {
  label: string
  tone: TagTone
} {
  if (closedAt !== null) return { label: '已注销', tone: 'over' }
  return status === 1 ? { label: '正常', tone: 'good' } : { label: '已冻结', tone: 'bad' }
}

const WAITING: readonly VerificationStatus[] = [0, 3, 6]
const FAILED: readonly VerificationStatus[] = [2, 5, 8]

/** The state of an enterprise's verification: the step in progress, else the level that it has reached. */
export function toVerificationStatus({ authLevel, authStatus }: { authLevel: VerificationLevel; authStatus: VerificationStatus | null }): {
  label: string
  tone: TagTone
} {
  if (authStatus === null) return { label: verificationLevels[authLevel], tone: 'over' }
  const { label } = verificationStatuses[authStatus]
  if (WAITING.includes(authStatus)) return { label, tone: 'wait' }
  return { label, tone: FAILED.includes(authStatus) ? 'bad' : 'good' }
}

export interface CreditGaugeData {
  /** Shares of the whole limit, in percent, rounded; at most 100 together. */
  drawn: number
  held: number
  limit: Fen
  usable: Fen
  /** More is used than allowed: the temporary limit has ended, or the base limit was lowered. */
  over: Fen
}

const share = (part: Fen, whole: Fen): number => (whole === 0 ? 0 : Math.round((part * 100) / whole))

/** The use of a credit account: the debt, the holds, and what is left. */
export function toCreditGauge({
  creditBaseAmount,
  creditTempAmount,
  creditWaitReturnAmount,
  heldAmount,
  usedAmount,
}: Pick<CreditAccount, 'creditBaseAmount' | 'creditTempAmount' | 'creditWaitReturnAmount' | 'heldAmount' | 'usedAmount'>): CreditGaugeData {
  const limit = sum([creditBaseAmount, creditTempAmount])
  const whole = maxFen(limit, usedAmount)
  const drawn = share(minFen(creditWaitReturnAmount, whole), whole)
  return {
    drawn,
    held: Math.min(share(heldAmount, whole), 100 - drawn),
    limit,
    usable: maxFen(ZERO_FEN, subtractFen(limit, usedAmount)),
    over: maxFen(ZERO_FEN, subtractFen(usedAmount, limit)),
  }
}

/** The used share of a limit for a list: '14%'; null if there is no limit. */
export function computeUsedLimitPercent({ baseLimit, used }: { baseLimit: Fen | null; used: Fen | null }): number | null {
  return baseLimit === null || used === null || baseLimit === 0 ? null : share(used, baseLimit)
}

/** The orders by state, in the order of the lifecycle, without empty states. */
export function listOrderCountsByState(orders: ConsoleEnterprise['orders']): { state: OrderState; label: string; count: number }[] {
  const counts = new Map(orders.map(({ state, count }) => [state, count]))
  return (Object.keys(orderLifecycle.states) as OrderState[]).flatMap((state) => {
    const count = counts.get(state) ?? 0
    return count === 0 ? [] : [{ state, label: orderLifecycle.states[state].label, count }]
  })
}

/** Describes the permissions of a membership. */
export function formatMembershipPermissions(permCode: string | null): string {
  if (permCode === null) return '全部权限'
  const labels = parsePermissionCodes(permCode).map((code) => permissions[code].label)
  return labels.length === 0 ? '无权限' : labels.join('、')
}
