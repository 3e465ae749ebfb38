import { ChevronRight } from 'lucide-react'
import type { TopUp } from '#contract/money/payments/api.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { UserCenterLayout } from '#storefront/people/user-center/centre-layout.tsx'
import { ButtonLink } from '#storefront/platform/components/button.tsx'
import { buyerListExportApi } from '#storefront/platform/components/export-api.ts'
import { ExportButtons } from '#storefront/platform/components/export-buttons.tsx'
import { MonthlyRecordPages } from '#storefront/platform/components/month-pages.tsx'
import { EmptyState } from '#storefront/platform/components/states.tsx'
import { formatFullMonth, formatShanghaiTimeToSecond } from '#ui/format.ts'
import { walletEntryStatusClasses } from './entry-list.tsx'
import { PAGE_SIZE, useTopUps } from './wallet-api.ts'
import { WalletTabs } from './wallet-tabs.tsx'

/** /cash_account_charge_log: all top-ups by month, with a link to pay those that can still be paid. */
export const Page = () => (
  <UserCenterLayout
    title="现金钱包"
    actions={
      <ButtonLink to="/cash_account_charge" look="call" size="sm">
        充值
      </ButtonLink>
    }
  >
    <WalletTabs />
    <MonthlyRecordPages
      usePage={useTopUps}
      pageSize={PAGE_SIZE}
      none={none}
      beside={(month) => (
        <ExportButtons ask={(format) => buyerListExportApi.topUps({ ...(month === undefined ? {} : { month }), format })} />
      )}
    >
      {(topUps) => (
        <ul className="panel divide-y divide-line-soft">
          {topUps.map((topUp) => (
            <li key={topUp.id}>
              <Row topUp={topUp} />
            </li>
          ))}
        </ul>
      )}
    </MonthlyRecordPages>
  </UserCenterLayout>
)

const none = (month: string | undefined) => (
  <EmptyState
    title={month === undefined ? '还没有充值记录' : `${formatFullMonth(month)}没有充值`}
    hint={month === undefined ? '充值后可以用钱包支付订单' : '可以换一个月份，或查看全部月份'}
    action={<ButtonLink to="/cash_account_charge">去充值</ButtonLink>}
  />
)

function Row({ topUp: { title, amount, status, at, method, paymentId } }: { topUp: TopUp }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 md:px-5">
      <div className="min-w-0 flex-1">
        <p className="font-medium break-words">{title}</p>
        <time dateTime={at.toISOString()} className="num text-xs text-mute">
          {formatShanghaiTimeToSecond(at)}
        </time>
      </div>
      <div className="shrink-0 text-right">
        <p className={`num text-md font-semibold ${status === '已完成' ? 'text-success' : ''}`}>{`+${formatMoney(amount)}`}</p>
        <p className={`text-xs ${walletEntryStatusClasses[status]}`}>{status}</p>
      </div>
      <p className="w-full text-right text-sm md:w-24">
        {paymentId !== null && (
          <ButtonLink
            to={method === 'transfer' ? '/my_order_transfer_info' : '/order_pay_online_pay'}
            search={{ paymentId }}
            look="plain"
            aria-label={`${method === 'transfer' ? '转账信息' : '继续支付'}：${title} ${formatMoney(amount)}`}
          >
            {method === 'transfer' ? '转账信息' : '继续支付'}
            <ChevronRight className="size-4" aria-hidden />
          </ButtonLink>
        )}
      </p>
    </div>
  )
}
