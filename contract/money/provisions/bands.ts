import * as z from 'zod/mini'
import type { BasisPoints } from '#contract/platform/core/money.ts'

const Rate = z.int('比例必须为整数').check(z.minimum(0, '比例不能小于 0'), z.maximum(10_000, '比例不能超过 100%'))
const LastDay = z.int('天数必须为整数').check(z.minimum(1, '天数至少 1 天'), z.maximum(3_650, '天数不能超过 3650 天'))

/**
 * 账龄段: the shares, in hundredths of a percent, that are set aside of what is not due, and of what is late by 1 to `days1` days, by more than
 * these until `days2`, until `days3`, until `days4`, and by more days than that.
 */
export const provisionBandFields = {
  notDueBp: Rate,
  days1: LastDay,
  rate1Bp: Rate,
  days2: LastDay,
  rate2Bp: Rate,
  days3: LastDay,
  rate3Bp: Rate,
  days4: LastDay,
  rate4Bp: Rate,
  olderBp: Rate,
} as const
export type ProvisionBands = { [F in keyof typeof provisionBandFields]: number }

/** Each band ends later than the one before it, and no older one has a lower share. */
export const areProvisionBandsRising = ({ days1, days2, days3, days4, ...rates }: ProvisionBands): boolean => {
  const shares = [rates.notDueBp, rates.rate1Bp, rates.rate2Bp, rates.rate3Bp, rates.rate4Bp, rates.olderBp]
  return days1 < days2 && days2 < days3 && days3 < days4 && shares.every((share, at) => at === 0 || share >= (shares[at - 1] ?? 0))
}
export const PROVISION_BANDS_FAULT = '账龄天数须逐级增加，比例不能低于上一级'

/** The bands until staff change the setting `provision`. */
export const defaultProvisionBands: ProvisionBands = {
  notDueBp: 50,
  days1: 30,
  rate1Bp: 200,
  days2: 90,
  rate2Bp: 1_000,
  days3: 180,
  rate3Bp: 3_000,
  days4: 365,
  rate4Bp: 5_000,
  olderBp: 10_000,
}

/** The bands as a list, the youngest first: until which day after the due day, and the share. `until` null: without an end. */
export const listProvisionBands = (bands: ProvisionBands): { label: string; until: number | null; rate: BasisPoints }[] => [
  { label: '未到期', until: 0, rate: bands.notDueBp },
  { label: `逾期 1–${bands.days1} 天`, until: bands.days1, rate: bands.rate1Bp },
  { label: `逾期 ${bands.days1 + 1}–${bands.days2} 天`, until: bands.days2, rate: bands.rate2Bp },
  { label: `逾期 ${bands.days2 + 1}–${bands.days3} 天`, until: bands.days3, rate: bands.rate3Bp },
  { label: `逾期 ${bands.days3 + 1}–${bands.days4} 天`, until: bands.days4, rate: bands.rate4Bp },
  { label: `逾期 ${bands.days4} 天以上`, until: null, rate: bands.olderBp },
]

/** The share for an amount that is late by some days; 0: it is not due. */
export const findProvisionRate = (bands: ProvisionBands, lateDays: number): BasisPoints =>
  listProvisionBands(bands).find(({ until }) => until === null || lateDays <= until)?.rate ?? bands.olderBp

/** Formats a share in hundredths of a percent: 50 → '0.5%'. */
export const formatProvisionShare = (basisPoints: BasisPoints): string => `${basisPoints / 100}%`
