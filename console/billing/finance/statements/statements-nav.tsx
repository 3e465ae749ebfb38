import { SubNavigation } from '#console/billing/finance/components/sub-navigation.tsx'

/** The tabs: statements, disputes, and proposals of waivers and write-offs. */
export const StatementsTabs = () => (
  <SubNavigation
    ways={[
      ['/statements', '月账单'],
      ['/disputes', '账单异议'],
      ['/finance_requests', '减免与核销'],
    ]}
  />
)
