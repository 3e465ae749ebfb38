import { UserCenterLayout } from '#storefront/people/user-center/centre-layout.tsx'
import { ButtonLink } from '#storefront/platform/components/button.tsx'
import { Card } from '#storefront/platform/components/card.tsx'
import { MonthChart } from '#storefront/platform/components/month-chart.tsx'
import { MonthPicker } from '#storefront/platform/components/month-picker.tsx'
import { Price } from '#storefront/platform/components/price-box.tsx'
import { EmptyState, QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { useMonthParam } from '#storefront/platform/components/use-month-param.ts'
import { WaitingOrderNotice } from '#storefront/platform/components/waiting-order.tsx'
import { formatFullMonth } from '#ui/format.ts'
import { WalletEntryList } from './entry-list.tsx'
import { useWalletEntries, useWalletOverview } from './wallet-api.ts'
import { WalletTabs } from './wallet-tabs.tsx'

type Overview = NonNullable<ReturnType<typeof useWalletOverview>['data']>

/** /cash_account: the balance, the sums by month, and the latest entries, of all months or of one. */
export function Page() {
  const wallet = useWalletOverview()
  return (
    <UserCenterLayout title="现金钱包">
      <WalletTabs />
      <WaitingOrderNotice then="余额足够时，可继续用钱包支付" />
      <QueryContent from={wallet} skeleton={<Waiting />}>
        {(overview) => (
          <div className="flex flex-col gap-3 md:gap-4">
            <Balance {...overview} />
            <ByMonth {...overview} />
            <Latest />
          </div>
        )}
      </QueryContent>
    </UserCenterLayout>
  )
}

function Balance({ balance }: Overview) {
  return (
    <section aria-label="余额" className="panel flex flex-wrap items-end justify-between gap-4 p-4 md:p-5">
      <div>
        <p className="text-sm text-mute">现金钱包余额</p>
        <Price amount={balance} kind="plain" size="lg" />
        <p className="mt-1 text-sm text-mute">可用于钱包支付，按现金价结算；退款也会回到这里</p>
      </div>
      <ButtonLink to="/cash_account_charge" look="call" className="w-full sm:w-auto">
        充值
      </ButtonLink>
    </section>
  )
}

function ByMonth({ months }: Overview) {
  return (
    <Card title="近六个月收支">
      <MonthChart
        empty="近六个月没有收支"
        caption="近六个月每月收入与支出"
        months={months.map(({ month }) => month)}
        series={[
          { label: '收入', colour: 'jade', amounts: months.map(({ received }) => received) },
          { label: '支出', colour: 'copper', amounts: months.map(({ spent }) => spent) },
        ]}
      />
    </Card>
  )
}

const LATEST = 5

function Latest() {
  const { month, choose } = useMonthParam()
  const entries = useWalletEntries(month, 1, LATEST)
  const all = { label: '全部明细', to: '/cash_account_user_log', ...(month === undefined ? {} : { search: { month } }) } as const
  return (
    <Card title={month === undefined ? '最近明细' : `${formatFullMonth(month)}明细`} more={all}>
      <div className="mb-3">
        <MonthPicker value={month} onChange={choose} />
      </div>
      <QueryContent from={entries} skeleton={<Skeleton className="h-72" />}>
        {({ dataList, total }) =>
          total === 0 ? (
            <EmptyState
              title={month === undefined ? '还没有收支记录' : `${formatFullMonth(month)}没有收支`}
              hint={month === undefined ? '充值后可以用钱包支付订单' : '可以换一个月份，或查看全部月份'}
            />
          ) : (
            <div className="-mx-4 md:-mx-5">
              <WalletEntryList entries={dataList} />
            </div>
          )
        }
      </QueryContent>
    </Card>
  )
}

function Waiting() {
  return (
    <div className="flex flex-col gap-3 md:gap-4">
      <Skeleton className="h-40 md:h-32" />
      <Skeleton className="h-64" />
      <Skeleton className="h-96" />
    </div>
  )
}
