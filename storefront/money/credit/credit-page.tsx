import { CircleAlert } from 'lucide-react'
import type { CreditAccount } from '#contract/money/credit/api.ts'
import { Card } from '#storefront/platform/components/card.tsx'
import { DeferredContent } from '#storefront/platform/components/deferred.tsx'
import { MonthChart } from '#storefront/platform/components/month-chart.tsx'
import { QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { WaitingOrderNotice } from '#storefront/platform/components/waiting-order.tsx'
import { queryClient } from '#storefront/platform/sessions/session.ts'
import { readToken } from '#storefront/platform/sessions/token.ts'
import { AcceptCreditAgreementPanel } from './accept-agreement.tsx'
import { CompanyGroupCard } from './company-groups/group-card.tsx'
import { type CreditOverview, creditOverviewQuery, useCreditOverview } from './credit-api.ts'
import { CreditPageFrame, CreditTabs } from './credit-frame.tsx'
import { DueRepaymentsPanel, OverdueBanner } from './due-panel.tsx'
import { HeadroomCard } from './headroom/headroom-chart.tsx'
import { CreditLimitPanel } from './limit-panel.tsx'
import { AutoRepayCard } from './repay/auto-repay.tsx'
import { debtOverviewQuery, useDebtOverview } from './repay/repay-api.ts'
import { BadDebtsToRecover } from './repay/written-off.tsx'

/** Fetches what the page shows first before it renders. A guest has none of it. */
export function prefetch(): void {
  if (readToken() === null) return
  void queryClient.prefetchQuery(creditOverviewQuery)
  void queryClient.prefetchQuery(debtOverviewQuery)
}

/** /credit_account and /credit_account2: the limit, the debt and when it is due, or how to open the account. */
export function Page() {
  return (
    <CreditPageFrame title="赊销账户" needs={['applyLimit', 'buyPay']}>
      <Credit />
    </CreditPageFrame>
  )
}

function Credit() {
  const overview = useCreditOverview()
  return (
    <QueryContent from={overview} skeleton={<Waiting />}>
      {({ account, ...rest }) => account !== null && <Opened account={account} {...rest} />}
    </QueryContent>
  )
}

function Opened({ account, agreementAccepted, agreementVersion, months }: CreditOverview & { account: CreditAccount }) {
  return (
    <>
      <CreditTabs />
      <WaitingOrderNotice then={agreementAccepted ? '还款或提额后额度足够时，可继续赊销支付' : '同意赊销协议后，可继续赊销支付'} />
      <div className="flex flex-col gap-3 md:gap-4">
        <CreditStopped why={account.stopped} />
        <OverdueBanner />
        <WrittenOffBanner />
        {!agreementAccepted && <AcceptCreditAgreementPanel version={agreementVersion} />}
        <CreditLimitPanel account={account} />
        <CompanyGroupCard />
        <DeferredContent>
          <HeadroomCard />
          <div className="grid items-start gap-3 md:gap-4 lg:grid-cols-[2fr_3fr]">
            <DueRepaymentsPanel />
            <div className="grid gap-3 md:gap-4">
              <Card title="近六个月赊销" more={{ label: '赊销记录', to: '/credit_account_log' }}>
                <MonthChart
                  empty="近六个月没有赊销"
                  caption="近六个月每月赊销"
                  months={months.map(({ month }) => month)}
                  series={[{ label: '赊销', colour: 'steel', amounts: months.map(({ drawn }) => drawn) }]}
                />
              </Card>
              <AutoRepayCard />
            </div>
          </div>
        </DeferredContent>
      </div>
    </>
  )
}

/** That the company is on the stop-list, why, and whom it can talk to. */
function CreditStopped({ why }: { why: string | null }) {
  if (why === null) return null
  return (
    <section aria-label="停单" className="flex gap-2.5 rounded-panel border border-danger bg-danger-tint p-4 md:px-6">
      <CircleAlert className="mt-0.5 size-4.5 shrink-0 text-danger" aria-hidden />
      <p className="font-medium">{why}</p>
    </section>
  )
}

function WrittenOffBanner() {
  const owed = useDebtOverview()
  return owed.data ? <BadDebtsToRecover owed={owed.data} /> : null
}

function Waiting() {
  return (
    <div className="flex flex-col gap-3 md:gap-4">
      <Skeleton className="h-11" />
      <Skeleton className="h-72" />
      <Skeleton className="h-64" />
    </div>
  )
}
