import { UserCenterLayout } from '#storefront/people/user-center/centre-layout.tsx'
import { ButtonLink } from '#storefront/platform/components/button.tsx'
import { ExportButtons } from '#storefront/platform/components/export-buttons.tsx'
import { MonthlyRecordPages } from '#storefront/platform/components/month-pages.tsx'
import { EmptyState } from '#storefront/platform/components/states.tsx'
import { formatFullMonth } from '#ui/format.ts'
import { WalletEntryList } from './entry-list.tsx'
import { PAGE_SIZE, useWalletEntries, walletApi } from './wallet-api.ts'
import { WalletTabs } from './wallet-tabs.tsx'

/** /cash_account_user_log: all wallet entries by month. */
export const Page = () => (
  <UserCenterLayout title="现金钱包">
    <WalletTabs />
    <MonthlyRecordPages
      usePage={useWalletEntries}
      pageSize={PAGE_SIZE}
      beside={(month) => <ExportButtons ask={(format) => walletApi.export({ month, format })} />}
      none={none}
    >
      {(entries) => (
        <div className="panel">
          <WalletEntryList entries={entries} />
        </div>
      )}
    </MonthlyRecordPages>
  </UserCenterLayout>
)

const none = (month: string | undefined) =>
  month === undefined ? (
    <EmptyState title="还没有收支记录" hint="充值后可以用钱包支付订单" action={<ButtonLink to="/cash_account_charge">去充值</ButtonLink>} />
  ) : (
    <EmptyState title={`${formatFullMonth(month)}没有收支`} hint="可以换一个月份，或查看全部月份" />
  )
