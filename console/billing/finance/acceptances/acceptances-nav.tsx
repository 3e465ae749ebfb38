import { SubNavigation } from '#console/billing/finance/components/sub-navigation.tsx'

/** The tabs: bills, and requests about them. */
export const AcceptancesTabs = () => (
  <SubNavigation
    ways={[
      ['/acceptances', '承兑汇票'],
      ['/acceptance_requests', '票据申请'],
    ]}
  />
)
