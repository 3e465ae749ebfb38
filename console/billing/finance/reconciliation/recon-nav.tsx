import { SubNavigation } from '#console/billing/finance/components/sub-navigation.tsx'

/** The tabs of the reconciliation: days and differences. */
export const ReconciliationTabs = () => (
  <SubNavigation
    ways={[
      ['/reconciliation', '每日对账'],
      ['/differences', '对账差异'],
    ]}
  />
)
