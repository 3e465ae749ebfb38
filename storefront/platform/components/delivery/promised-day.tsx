import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { computePromisedDay, formatPromisedDay } from '#contract/sites/delivery-times/promised-day.ts'
import { useNow } from '#storefront/platform/components/use-now.ts'
import { usePermission } from '#storefront/platform/sessions/permissions/use-permission.ts'
import { addressesQuery, deliveryCalendarQuery } from './delivery-queries.ts'

/** A promised day that is not known yet. Its place is kept, so that nothing moves when it comes. */
const UNKNOWN_DAY = ''

/** The province of the company's default address; undefined for guests, and while it is unknown. */
function useDefaultProvince(isWanted: boolean): { code: string | undefined; isLoading: boolean } {
  const { allowed } = usePermission(['addressSet', 'buyPay'])
  const { data, isLoading } = useQuery({ ...addressesQuery, enabled: isWanted && allowed })
  return { code: data?.[0]?.areaCode.slice(0, 2), isLoading }
}

interface Destination {
  /** The first two digits of the code of the province, or its region as text; left out: that of the default address. */
  province?: string | undefined
  region?: string | undefined
  /** When it was paid for; left out: now. */
  paidAt?: Date | undefined
}

interface Props extends Destination {
  /** '11-25 送达', for a card. */
  short?: boolean
  /** Rendered where nothing is promised. */
  otherwise?: ReactNode
  className?: string
}

/**
 * The promised day of goods in stock, 'YYYY-MM-DD', for lists whose rows all have the same; empty while it is loaded; undefined: nothing is
 * promised.
 */
export function usePromisedDay({ province, region, paidAt }: Destination): string | undefined {
  const now = useNow()
  const { data: calendar, isLoading } = useQuery(deliveryCalendarQuery)
  const named = region === undefined ? undefined : calendar?.names.find(({ name }) => region.startsWith(name))?.code
  const byDefault = useDefaultProvince(province === undefined && region === undefined)
  if (isLoading || byDefault.isLoading) return UNKNOWN_DAY
  const code = province ?? (region === undefined ? byDefault.code : named)
  return calendar && code !== undefined ? computePromisedDay(paidAt ?? now, code, calendar) : undefined
}

/** 预计 11-25（周三）送达, or its empty place. */
export const PromisedDayText = ({ day, className }: { day: string; className?: string | undefined }) =>
  day === UNKNOWN_DAY ? (
    <span className={className} aria-hidden>
      &nbsp;
    </span>
  ) : (
    <span className={className}>
      预计 <span className="num">{formatPromisedDay(day)}</span>送达
    </span>
  )

/** 预计 11-25（周三）送达, for goods that are in stock. It renders nothing where nothing is promised. */
export function PromisedDay({ short = false, otherwise = null, className, ...destination }: Props) {
  const now = useNow()
  const day = usePromisedDay(destination)
  if (day === undefined) return otherwise
  if (short && day === UNKNOWN_DAY) return null
  if (short) return <span className={className}>{day.slice(5)} 送达</span>
  if (day !== UNKNOWN_DAY && day < toShanghaiDay(now))
    return (
      <span className={className}>
        原预计 <span className="num">{formatPromisedDay(day)}</span>送达；还没收到请查看物流或联系客服
      </span>
    )
  return <PromisedDayText day={day} className={className} />
}
