import { SubNavigation } from '#console/billing/finance/components/sub-navigation.tsx'

/** The tabs of the journal: entries, the chart, balances, the general ledger, companies, the bank, and the closed months. */
export const JournalTabs = () => (
  <SubNavigation
    ways={[
      ['/journal', '记账凭证'],
      ['/journal_accounts', '科目与规则'],
      ['/trial_balance', '科目余额表'],
      ['/general_ledger', '总账'],
      ['/enterprise_ledger', '客户往来'],
      ['/bank_journal', '银行日记账'],
      ['/journal_months', '结账'],
    ]}
  />
)
