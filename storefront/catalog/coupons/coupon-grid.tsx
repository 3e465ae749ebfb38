import { Skeleton } from '#storefront/platform/components/states.tsx'

/** Tickets beside each other where there is room for two. */
export const COUPON_GRID = 'grid gap-3 lg:grid-cols-2'

/** The same size, while they load. */
export const CouponGridSkeleton = () => (
  <div className={COUPON_GRID}>
    {['a', 'b', 'c', 'd'].map((at) => (
      <Skeleton key={at} className="h-33 rounded-panel" />
    ))}
  </div>
)
