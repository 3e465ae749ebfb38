import { LinkTabs } from '#storefront/platform/components/link-tabs.tsx'
import { useLocation } from '#storefront/platform/routing/routing.tsx'

const tabs = [
  { to: '/cash_account', label: '现金钱包' },
  { to: '/cash_account_user_log', label: '使用明细' },
  { to: '/cash_account_charge_log', label: '充值记录' },
] as const

/** The three views of the wallet (specification §2). */
export function WalletTabs() {
  const pathname = useLocation().pathname
  return <LinkTabs label="现金钱包" tabs={tabs.map((tab) => ({ ...tab, current: tab.to === pathname }))} />
}
