import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { LineFromWarehouse } from '#contract/catalog/inventory/sending-warehouses.ts'
import { createPromisedDayLookup, type PromisedDayLookup } from '#contract/sites/delivery-times/promised-day.ts'
import { useNow } from '#storefront/platform/components/use-now.ts'
import { usePermission } from '#storefront/platform/sessions/permissions/use-permission.ts'
import { useUserQuery } from '#storefront/platform/sessions/use-session.ts'
import { addressesQuery, deliveryCalendarQuery } from './delivery-queries.ts'

/** A promised day that is not known yet. Its place is kept, so that nothing moves when it comes. */
export const UNKNOWN_DAY = ''

const createConstantLookup = (day: string | undefined): PromisedDayLookup => ({
  ofWarehouses: () => day,
  ofLines: (lines) => lines.map(() => day),
  ofOrderToSend: () => day,
})
const UNKNOWN = createConstantLookup(UNKNOWN_DAY)
const NONE = createConstantLookup(undefined)

/** A line of the cart or of the confirmation, as the choice of its warehouse reads it. */
export const toLineFromWarehouse = ({
  skuId,
  goodsNum,
  unitsByWarehouse,
}: { skuId: string; goodsNum: number } & Partial<Pick<LineFromWarehouse, 'unitsByWarehouse'>>) => ({
  skuId,
  quantity: goodsNum,
  unitsByWarehouse,
})

/** The province of the company's default address; undefined for guests, and while it is unknown. */
function useDefaultProvince(isWanted: boolean): { code: string | undefined; isLoading: boolean } {
  const { allowed } = usePermission(['addressSet', 'buyPay'])
  const { isLoading: isUserLoading } = useUserQuery()
  const { data, isLoading } = useQuery({ ...addressesQuery, enabled: isWanted && allowed })
  return { code: data?.[0]?.areaCode.slice(0, 2), isLoading: isWanted && (isUserLoading || isLoading) }
}

export interface PromisedDayDestination {
  /** The first two digits of the code of the province, or its region as text; left out: that of the default address. */
  province?: string | undefined
  region?: string | undefined
  /** When it was paid for; left out: now. */
  paidAt?: Date | undefined
}

export interface PromisedDays extends PromisedDayLookup {
  /** No address is known, so the days are those of most provinces. */
  isGeneral: boolean
}

/**
 * The promised days, 'YYYY-MM-DD', of goods in stock that go to a destination; empty while they are loaded; undefined: nothing is promised.
 */
export function usePromisedDays({ province, region, paidAt }: PromisedDayDestination): PromisedDays {
  const now = useNow()
  const { data: calendar, isLoading: isCalendarLoading } = useQuery(deliveryCalendarQuery)
  const named = region === undefined ? undefined : calendar?.names.find(({ name }) => region.startsWith(name))?.code
  const isByDefault = province === undefined && region === undefined
  const byDefault = useDefaultProvince(isByDefault)
  const isLoading = isCalendarLoading || byDefault.isLoading
  const code = province ?? (isByDefault ? (byDefault.code ?? '') : named)
  const at = paidAt ?? now
  return useMemo(() => {
    const isGeneral = code === ''
    if (isLoading) return { ...UNKNOWN, isGeneral }
    if (!calendar || code === undefined) return { ...NONE, isGeneral }
    return { ...createPromisedDayLookup({ paidAt: at, province: code }, calendar), isGeneral }
  }, [isLoading, calendar, code, at])
}
