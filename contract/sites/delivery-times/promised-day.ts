import { chooseSendingWarehouses, type LineFromWarehouse, type PromisingWarehouse } from '#contract/catalog/inventory/sending-warehouses.ts'
import { addDays, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { formatWeekday, type SpecialWorkingDays } from '#contract/platform/core/working-days.ts'
import { computeHandOverDay } from './ship-by-day.ts'

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

/**
 * All terms, the latest first, the days that differ from their weekday, and the open warehouses, the main one first. Those that were closed
 * send nothing more, and orders that were paid before keep their days.
 */
export interface DeliveryCalendar {
  terms: readonly DeliveryTerms[]
  special: SpecialWorkingDays
  warehouses: readonly PromisingWarehouse[]
  closedWarehouses?: readonly PromisingWarehouse[]
}

/** When and where to: the two first digits of the code of the province; '': it is not known, and counts as one without days of its own. */
export interface PaidDelivery {
  paidAt: Date
  province: string
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

/** The carrier's days from a warehouse, of those of the mall; undefined: an unknown warehouse, for which those of the mall hold. */
function daysFromWarehouse(warehouse: PromisingWarehouse | undefined, { paidAt, province }: PaidDelivery, mallDays: number): number {
  const held = warehouse?.terms.find(({ effectiveAt }) => effectiveAt <= paidAt)
  if (!held) return mallDays
  return held.provinces.includes(province) ? (held.servedDays ?? mallDays) : mallDays + held.moreDays
}

/** Promised days of one delivery. undefined: nothing is promised there. */
export interface PromisedDayLookup {
  /** The day on which goods arrive that leave the warehouses with these ids, the latest of each. undefined: the main one alone. */
  ofWarehouses(warehouseIds: readonly string[] | undefined): string | undefined
  /** The day of each line of one order. */
  ofLines(lines: readonly LineFromWarehouse[]): (string | undefined)[]
  /**
   * The day on which an order arrives that is still to be sent: later than its promised day if the day on which it was to be shipped is over, or if
   * a warehouse of it was closed, for which the main one sends.
   */
  ofOrderToSend(warehouseIds: readonly string[] | undefined, now: Date): string | undefined
}

const NOTHING_PROMISED: PromisedDayLookup = {
  ofWarehouses: () => undefined,
  ofLines: (lines) => lines.map(() => undefined),
  ofOrderToSend: () => undefined,
}

/**
 * Computes the days on which goods in stock arrive that are paid for at an instant: the warehouse hands them over on that working day or the
 * next one, and the carrier takes its days to the province. It goes by the terms that held at the instant, so that later changes move no
 * promise.
 */
export function createPromisedDayLookup(delivery: PaidDelivery, calendar: DeliveryCalendar): PromisedDayLookup {
  const { terms, special, warehouses, closedWarehouses = [] } = calendar
  const held = terms.find(({ effectiveAt }) => effectiveAt <= delivery.paidAt)
  const own = held?.provinces.find(({ code }) => code === delivery.province)
  const mallDays = (own ? own.days : held?.defaultDays) ?? null
  if (!held || mallDays === null) return NOTHING_PROMISED
  const handedOver = computeHandOverDay(delivery.paidAt, held.cutOff, special)
  const known = new Map<string, string>()
  const dayFrom = (warehouseId: string): string => {
    const warehouse = [...warehouses, ...closedWarehouses].find((one) => one.warehouseId === warehouseId)
    const day = known.get(warehouseId) ?? addCarrierDays(handedOver, daysFromWarehouse(warehouse, delivery, mallDays), special)
    known.set(warehouseId, day)
    return day
  }
  const main = warehouses.slice(0, 1).map(({ warehouseId }) => warehouseId)
  const ofWarehouses = (ids: readonly string[] = main) => ids.map(dayFrom).sort().at(-1)
  const isOpen = (id: string) => warehouses.some(({ warehouseId }) => warehouseId === id)
  return {
    ofWarehouses,
    ofLines: (lines) => chooseSendingWarehouses(warehouses, delivery.province, lines).map(ofWarehouses),
    ofOrderToSend: (ids = main, now) => {
      const sending = ids.flatMap((id) => (isOpen(id) ? [id] : main))
      const isLate = toShanghaiDay(now) > handedOver
      return isLate
        ? createPromisedDayLookup({ paidAt: now, province: delivery.province }, calendar).ofWarehouses(sending)
        : ofWarehouses(sending)
    },
  }
}

/** '11-25（周三）' */
export const formatPromisedDay = (day: string): string => `${day.slice(5)}（${formatWeekday(day)}）`
