import { Skeleton } from '#storefront/platform/components/states.tsx'

/** A grid of tickets, with two columns if the screen is wide enough. */
export const COUPON_GRID_CLASSES = 'grid gap-3 lg:grid-cols-2'

/** The placeholder of the same size while they load. */
export const CouponGridSkeleton = () => (
  <div className={COUPON_GRID_CLASSES}>
    {['a', 'b', 'c', 'd'].map((at) => (
      <Skeleton key={at} className="h-33 rounded-panel" />
    ))}
  </div>
)
