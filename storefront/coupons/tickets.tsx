import { Skeleton } from '../parts/states.tsx'

/** Tickets beside each other where there is room for two. */
export const TICKETS = 'grid gap-3 lg:grid-cols-2'

/** The same size, while they load. */
export const TicketsWaiting = () => (
  <div className={TICKETS}>
    {['a', 'b', 'c', 'd'].map((at) => (
      <Skeleton key={at} className="h-33 rounded-panel" />
    ))}
  </div>
)
