import { Siblings } from '../kit/siblings.tsx'

/** The days, and what differs on them. */
export const ReconNav = () => (
  <Siblings
    ways={[
      ['/reconciliation', '每日对账'],
      ['/differences', '对账差异'],
    ]}
  />
)
