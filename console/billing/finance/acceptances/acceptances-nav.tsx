import { SubNavigation } from '#console/billing/finance/components/sub-navigation.tsx'

/** The tabs: bills, and requests to honour one without a line of the bank. */
export const AcceptancesTabs = () => (
  <SubNavigation
    ways={[
      ['/acceptances', '承兑汇票'],
      ['/acceptance_requests', '例外兑付'],
    ]}
  />
)
