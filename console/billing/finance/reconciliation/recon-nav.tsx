import { SubNavigation } from '#console/billing/finance/components/sub-navigation.tsx'

/** The days, and what differs on them. */
export const ReconNav = () => (
  <SubNavigation
    ways={[
      ['/reconciliation', '每日对账'],
      ['/differences', '对账差异'],
    ]}
  />
)
