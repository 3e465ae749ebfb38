import { SubNavigation } from '#console/billing/finance/components/sub-navigation.tsx'

/** The tabs: statements, accounts over any period, what is signed electronically, disputes, proposals of waivers and write-offs, the claims that are kept of these, and the provision for them. */
export const StatementsTabs = () => (
  <SubNavigation
    ways={[
      ['/statements', '月账单'],
      ['/account_statement', '往来对账'],
      ['/signings', '电子签署'],
      ['/disputes', '账单异议'],
      ['/finance_requests', '减免与核销'],
      ['/bad_debts', '核销债权'],
      ['/provisions', '坏账准备'],
    ]}
  />
)
