import { SubNavigation } from '#console/billing/finance/components/sub-navigation.tsx'

/** Limits, what holds them, what changed them, and what waits for a second person. */
export const CreditNav = () => (
  <SubNavigation
    ways={[
      ['/credit_limits', '赊销额度'],
      ['/credit_holds', '赊销占用'],
      ['/limit_changes', '额度变更'],
      ['/limit_requests', '额度确认'],
    ]}
  />
)
