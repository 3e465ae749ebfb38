import { SECOND_PERSON_ABOVE } from '#contract/money/credit/limits.ts'
import type { MemberLevel } from '#contract/people/verification/verification-status.ts'
import { type Fen, fromYuan, minFen } from '#contract/platform/core/money.ts'
import { addDays, addMonths } from '#contract/platform/core/shanghai.ts'

/** 会员权益: what a level brings, and how often. */
export const benefits = {
  temp: { label: '临时额度', often: '每季度一次' },
  coupons: { label: '会员专享券', often: '每月一次' },
  gift: { label: '会员礼', often: '每个等级每年一次' },
} as const
export type BenefitName = keyof typeof benefits

/** 未解锁: the level lacks it. 暂不可领取: the level has it, and it waits for something else, such as the end of another limit. */
export const benefitStates = {
  locked: { label: '未解锁' },
  waiting: { label: '暂不可领取' },
  available: { label: '可领取' },
  claimed: { label: '已领取' },
} as const

/** What a benefit is claimed once in: a quarter ('2026Q4'), a month ('2026-11'), a year at a level ('2026 L3'). */
export function periodOf(benefit: BenefitName, level: MemberLevel, day: string): string {
  const year = day.slice(0, 4)
  if (benefit === 'temp') return `${year}Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`
  return benefit === 'coupons' ? day.slice(0, 7) : `${year} L${level}`
}

/** The first day of the next period: when it can be claimed again. */
export function nextPeriod(benefit: BenefitName, day: string): string {
  if (benefit === 'gift') return `${Number(day.slice(0, 4)) + 1}-01-01`
  const month = Number(day.slice(5, 7))
  const months = benefit === 'temp' ? 3 - ((month - 1) % 3) : 1
  return `${addMonths(day.slice(0, 7), months)}-01`
}

/** A share of the base limit, to the whole yuan below, and never more than one person of the platform may grant alone. */
export const computeTempLimit = (baseFen: Fen, percent: number): Fen => {
  const wholeYuan = Math.floor((baseFen * percent) / 10_000)
  return minFen(fromYuan(wholeYuan), SECOND_PERSON_ABOVE)
}

/** The last day of a temporary limit that is claimed on a day. */
export const tempEndDay = (day: string, days: number): string => addDays(day, days)
