import { addDays, formatShanghaiTime } from '#contract/platform/core/shanghai.ts'
import { addWorkingDays, formatWeekday, isWorkingDay, type SpecialWorkingDays } from '#contract/platform/core/working-days.ts'

/** How long goods take to a buyer, as staff have set it at one time (送达时效). */
export interface DeliveryTerms {
  /** From when on orders are promised by it. */
  effectiveAt: Date
  /** Until when the warehouse hands over on the same working day: '16:00', Shanghai time. */
  cutOff: string
  /** The carrier's days to provinces that have none of their own; null: no day is promised there. */
  defaultDays: number | null
  /** The carrier's days to provinces, which are named by the first two digits of their codes; null: no day is promised there. */
  provinces: readonly { code: string; days: number | null }[]
}

/** All terms, the latest first, and the days that differ from their weekday. */
export interface DeliveryTermsAndSpecialDays {
  terms: readonly DeliveryTerms[]
  special: SpecialWorkingDays
}

/** The day after which a carrier delivers. Carriers work at weekends, but not on public holidays. */
function addCarrierDays(day: string, count: number, special: SpecialWorkingDays): string {
  let reached = day
  for (let left = count; left > 0; ) {
    reached = addDays(reached, 1)
    if (special.get(reached) !== false) left--
  }
  return reached
}

/**
 * The day on which goods in stock arrive that are paid for at an instant: the warehouse hands them over on that working day or the next one,
 * and the carrier takes its days to the province. It goes by the terms that held at the instant, so that later changes move no promise.
 * undefined: nothing is promised there.
 */
export function computePromisedDay(paidAt: Date, province: string, { terms, special }: DeliveryTermsAndSpecialDays): string | undefined {
  const held = terms.find(({ effectiveAt }) => effectiveAt <= paidAt)
  if (!held) return undefined
  const own = held.provinces.find(({ code }) => code === province)
  const days = own ? own.days : held.defaultDays
  if (days === null) return undefined
  const [today = '', time = ''] = formatShanghaiTime(paidAt).split(' ')
  const isToday = isWorkingDay(today, special) && time.slice(0, 5) < held.cutOff
  return addCarrierDays(isToday ? today : addWorkingDays(today, 1, special), days, special)
}

/** '11-25（周三）' */
export const formatPromisedDay = (day: string): string => `${day.slice(5)}（${formatWeekday(day)}）`
