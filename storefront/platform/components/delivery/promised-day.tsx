import type { ReactNode } from 'react'
import type { LineFromWarehouse } from '#contract/catalog/inventory/sending-warehouses.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { formatPromisedDay } from '#contract/sites/delivery-times/promised-day.ts'
import { useNow } from '#storefront/platform/components/use-now.ts'
import { type PromisedDayDestination, UNKNOWN_DAY, usePromisedDays } from './use-promised-days.ts'

/** 预计 11-25（周三）送达, or its empty place. */
export const PromisedDayText = ({
  day,
  isGeneral = false,
  className,
}: {
  day: string
  isGeneral?: boolean
  className?: string | undefined
}) =>
  day === UNKNOWN_DAY ? (
    <span className={className} aria-hidden>
      &nbsp;
    </span>
  ) : (
    <span className={className}>
      {isGeneral && '多数地区'}预计 <span className="num">{formatPromisedDay(day)}</span>送达
    </span>
  )

/** The promised day on a card of goods that are in stock; only for a known address, because there is no room to say for whom else it holds. */
export function PromisedDayOnCard({ line, className }: { line: LineFromWarehouse; className?: string }) {
  const { ofLines, isGeneral } = usePromisedDays({})
  const [day] = ofLines([line])
  return day === undefined || day === UNKNOWN_DAY || isGeneral ? null : <PromisedDayText day={day} className={className} />
}

/** 预计 11-25（周三）送达, for goods that are in stock. It renders nothing where nothing is promised. */
export function PromisedDay({ line, className }: { line: LineFromWarehouse; className?: string }) {
  const { ofLines, isGeneral } = usePromisedDays({})
  const [day] = ofLines([line])
  return day === undefined ? null : <PromisedDayText day={day} isGeneral={isGeneral} className={className} />
}

interface OrderProps extends Required<Pick<PromisedDayDestination, 'region' | 'paidAt'>> {
  /** The warehouses that its day is computed from; undefined: the main one alone. */
  warehouseIds: readonly string[] | undefined
  /** Whether some of it is still to be sent. */
  isToSend: boolean
  /** Rendered where nothing is promised. */
  otherwise: ReactNode
}

/**
 * The promised day of an order: before it is paid, the one of a payment now; then also after it has passed. While it is to be sent, it says if
 * it will be later.
 */
export function PromisedDayOfOrder({ warehouseIds, isToSend, otherwise, ...destination }: OrderProps) {
  const now = useNow()
  const { ofWarehouses, ofOrderToSend } = usePromisedDays(destination)
  const day = ofWarehouses(warehouseIds)
  const expected = isToSend ? ofOrderToSend(warehouseIds, now) : undefined
  if (day === undefined) return otherwise
  if (destination.paidAt === undefined)
    return (
      <span>
        现在支付，
        <PromisedDayText day={day} />
      </span>
    )
  if (expected !== undefined && expected > day)
    return (
      <span>
        原预计 <span className="num">{formatPromisedDay(day)}</span>送达，会晚到，现
        <PromisedDayText day={expected} />
      </span>
    )
  if (day === UNKNOWN_DAY || day >= toShanghaiDay(now)) return <PromisedDayText day={day} />
  return (
    <span>
      原预计 <span className="num">{formatPromisedDay(day)}</span>送达；还没收到请查看物流或联系客服
    </span>
  )
}
