import { SubNavigation } from '#console/billing/finance/components/sub-navigation.tsx'

/** The tabs of credit: limits, holds, changes, and requests for a second person, and groups. */
export const CreditTabs = () => (
  <SubNavigation
    ways={[
      ['/credit_limits', '赊销额度'],
      ['/credit_holds', '赊销占用'],
      ['/limit_changes', '额度变更'],
      ['/limit_requests', '额度确认'],
      ['/credit_groups', '集团'],
    ]}
  />
)
