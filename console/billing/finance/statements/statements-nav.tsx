import { SubNavigation } from '#console/billing/finance/components/sub-navigation.tsx'

/** Statements, what is disputed of them, and what is to be let off. */
export const StatementsNav = () => (
  <SubNavigation
    ways={[
      ['/statements', '月账单'],
      ['/disputes', '账单异议'],
      ['/finance_requests', '减免与核销'],
    ]}
  />
)
