import { CREDIT_LIMIT_BY_ONE_PERSON_MAX_FEN } from '#contract/money/credit/limits.ts'
import type { MemberLevel } from '#contract/people/verification/verification-status.ts'
import { type Fen, fromYuan, minFen } from '#contract/platform/core/money.ts'
import { addDays, addMonths } from '#contract/platform/core/shanghai.ts'

/** 会员权益: the kinds of benefits of a level, and how often each can be claimed. */
export const benefitKinds = {
  temp: { label: '临时额度', often: '每季度一次' },
  coupons: { label: '会员专享券', often: '每月一次' },
  gift: { label: '会员礼', often: '每个等级每年一次' },
} as const
export type BenefitName = keyof typeof benefitKinds

/** 未解锁: the level does not have it. 暂不可领取: the level has it, but something else must happen first, such as the end of another limit. */
export const benefitStates = {
  locked: { label: '未解锁' },
  waiting: { label: '暂不可领取' },
  available: { label: '可领取' },
  claimed: { label: '已领取' },
} as const

/** The period in which a benefit can be claimed once: a quarter ('2026Q4'), a month ('2026-11'), or a year at a level ('2026 L3'). */
export function getBenefitClaimPeriod(benefit: BenefitName, level: MemberLevel, day: string): string {
  const year = day.slice(0, 4)
  if (benefit === 'temp') return `${year}Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`
  return benefit === 'coupons' ? day.slice(0, 7) : `${year} L${level}`
}

/** The first day of the next period, when it can be claimed again. */
export function getNextBenefitClaimDay(benefit: BenefitName, day: string): string {
  if (benefit === 'gift') return `${Number(day.slice(0, 4)) + 1}-01-01`
  const month = Number(day.slice(5, 7))
  const months = benefit === 'temp' ? 3 - ((month - 1) % 3) : 1
  return `${addMonths(day.slice(0, 7), months)}-01`
}

/**
 * Computes the temporary limit: a share of the base limit, rounded down to whole yuan, and at most what one staff member may grant alone.
 */
export const computeBenefitTempLimit = (baseFen: Fen, percent: number): Fen => {
  const wholeYuan = Math.floor((baseFen * percent) / 10_000)
  return minFen(fromYuan(wholeYuan), CREDIT_LIMIT_BY_ONE_PERSON_MAX_FEN)
}

/** Returns the last day of a temporary limit that is claimed on a day. */
export const getBenefitTempLimitEndDay = (day: string, days: number): string => addDays(day, days)
