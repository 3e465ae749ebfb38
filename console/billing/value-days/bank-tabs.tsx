import { SubNavigation } from '#console/billing/finance/components/sub-navigation.tsx'

/** The tabs of bank lines: lines, requests for a value day, and corrected value days. */
export const BankTabs = () => (
  <SubNavigation
    ways={[
      ['/bank_lines', '银行流水'],
      ['/value_days', '起息日申请'],
      ['/value_day_corrections', '起息日更正'],
    ]}
  />
)
