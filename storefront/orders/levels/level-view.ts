import { formatCouponValue } from '#contract/catalog/coupons/kinds.ts'
import type { BenefitName } from '#contract/orders/levels/benefits.ts'
import { formatLevelName } from '#contract/orders/levels/level-status.ts'
import type { EnterpriseBenefit, EnterpriseLevelOverview, LevelBenefits } from '#contract/orders/levels/shapes.ts'
import type { MemberLevel } from '#contract/people/verification/verification-status.ts'
import { type Fen, formatMoney, subtractFen } from '#contract/platform/core/money.ts'

/** The URLs and what each shows. Silver and gold share two URLs, one for locked and one for unlocked, and differ by `tab`. */
export const levelPathsByScreen = {
  normal: '/user_level_normal',
  middle: '/user_level_middle',
  middleUnlocked: '/user_level_middle_unlock',
  high: '/user_level_high',
  highUnlocked: '/user_level_high_unlock',
} as const

const tabs = { 2: 'silver', 3: 'gold' } as const

/** Returns the URL of a level for an enterprise of a given level. */
export function levelScreenLink(
  level: MemberLevel,
  own: MemberLevel,
): { to: (typeof levelPathsByScreen)[keyof typeof levelPathsByScreen]; search: Record<string, string> } {
  if (level === 1) return { to: levelPathsByScreen.normal, search: {} }
  if (level === 4) return { to: own === 4 ? levelPathsByScreen.highUnlocked : levelPathsByScreen.high, search: {} }
  return { to: own >= 2 ? levelPathsByScreen.middleUnlocked : levelPathsByScreen.middle, search: { tab: tabs[level] } }
}

/** Returns the level that a URL shows: of silver and gold the one that is named, else one's own, else the nearer one. */
export function findDisplayedLevel(pathname: string, tab: string | undefined, own: MemberLevel): MemberLevel {
  if (pathname === levelPathsByScreen.normal) return 1
  if (pathname === levelPathsByScreen.high || pathname === levelPathsByScreen.highUnlocked) return 4
  if (tab === tabs[2] || tab === tabs[3]) return tab === tabs[2] ? 2 : 3
  return own >= 3 ? 3 : 2
}

/** Returns the position on a scale with the levels at equal distances, in percent. */
export function computeLevelProgressPercent(paid: Fen, thresholds: readonly Fen[]): number {
  const steps = thresholds.length - 1
  const below = thresholds.findLastIndex((threshold) => paid >= threshold)
  if (below < 0) return 0
  const [from, to] = [thresholds[below] ?? 0, thresholds[below + 1]]
  if (to === undefined) return 100
  return ((below + (paid - from) / (to - from)) / steps) * 100
}

/** A benefit of a level, as it is shown to an enterprise. */
export interface BenefitViewModel {
  benefit: BenefitName
  /** The benefit in one line; null: the level does not have it. */
  what: string | null
  state: EnterpriseBenefit['state'] | 'surpassed'
  /** The text below the state: why, since when, how much. */
  note: string | null
}

/** Describes a benefit of a level; null: the level does not have it. */
function whatOf({ temp, coupons, gift }: LevelBenefits, benefit: BenefitName): string | null {
  if (benefit === 'temp') return temp && `固定额度的 ${temp.percent}%，${temp.days} 天有效`
  if (benefit === 'coupons') return coupons.length === 0 ? null : `每月 ${coupons.length} 张`
  if (!gift) return null
  return gift.kind === 'coupon' ? `${gift.name} ${formatCouponValue(gift, 'both')}` : `${gift.goodsName} × ${gift.units} ${gift.unit}`
}

/** Describes what is missing to a level; null: this member may not see it. */
const missingTo = ({ paid, levels }: EnterpriseLevelOverview, level: MemberLevel): Fen | null => {
  const threshold = levels.find((one) => one.level === level)?.threshold
  return paid === null || threshold === undefined ? null : subtractFen(threshold, paid.amount)
}

function lockedAbove(status: EnterpriseLevelOverview, level: MemberLevel): string {
  const missing = missingTo(status, level)
  return missing === null || missing <= 0 ? `升至${formatLevelName(level)}后解锁` : `再付 ${formatMoney(missing)} 解锁`
}

/** Returns the benefits of one level for an enterprise. */
export function toBenefitViewModels(status: EnterpriseLevelOverview, level: MemberLevel): BenefitViewModel[] {
  const shown = status.levels.find((one) => one.level === level)
  if (!shown) return []
  return status.benefits.map(({ benefit, state, reason, claimed }): BenefitViewModel => {
    const what = whatOf(shown, benefit)
    if (level > status.level) return { benefit, what, state: 'locked', note: what === null ? null : lockedAbove(status, level) }
    if (level < status.level) return { benefit, what, state: what === null ? 'locked' : 'surpassed', note: null }
    if (claimed) return { benefit, what, state, note: `${claimed.text}；${claimed.againOn} 起可再次领取` }
    return { benefit, what, state, note: reason }
  })
}

/** Formats ¥100,000 as '¥10 万', which fits on a scale. Below ten thousand it is in whole yuan. */
export const formatThresholdMark = (amount: Fen): string =>
  amount % 1_000_000 === 0 && amount > 0 ? `¥${amount / 1_000_000} 万` : formatMoney(amount, { decimals: 'bothOrNone' })
