import { SubNavigation } from '#console/billing/finance/components/sub-navigation.tsx'

/** The tabs of the audit trail: everything, and what staff have looked at. */
export const AuditTabs = () => (
  <SubNavigation
    ways={[
      ['/audit', '审计'],
      ['/paper_looks', '查阅记录'],
    ]}
  />
)
