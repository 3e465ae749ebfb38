import { formatCouponDiscountTerms } from '#contract/catalog/coupons/kinds.ts'
import { formatLockedCouponCount } from '#contract/catalog/coupons/shapes.ts'
import type { CreditAccount } from '#contract/money/credit/api.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { ButtonLink } from '#storefront/platform/components/button.tsx'
import { Card } from '#storefront/platform/components/card.tsx'
import { CreditGauge } from '#storefront/platform/components/credit-gauge.tsx'
import { toCreditGauge } from '#storefront/platform/components/credit-gauge-view.ts'
import { NextDueStrip } from '#storefront/platform/components/next-due.tsx'
import { Price } from '#storefront/platform/components/price-box.tsx'
import { QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { usePermission } from '#storefront/platform/sessions/permissions/use-permission.ts'
import { useCouponCounts, useCreditAccountIfPermitted, useNextExpiringAvailableCoupon, useWalletIfPermitted } from './centre-api.ts'

/** The credit account, the wallet and the coupons, side by side. */
export function CreditWalletAndCouponCards() {
  return (
    <div className="grid gap-3 md:grid-cols-2 md:gap-4">
      <div className="grid md:col-span-2">
        <CreditCard />
      </div>
      <WalletCard />
      <CouponCard />
    </div>
  )
}

function CreditCard() {
  const account = useCreditAccountIfPermitted()
  const { reason: blocked } = usePermission(['applyLimit', 'buyPay'], 'own')
  return (
    <Card title="赊销账户" more={{ label: '额度详情', to: '/credit_account' }} blocked={blocked}>
      <QueryContent from={account} skeleton={<Skeleton className="h-36" />}>
        {(given) => (given === null ? <NotOpened /> : <Limits account={given} />)}
      </QueryContent>
    </Card>
  )
}

function Limits({ account }: { account: CreditAccount }) {
  const gauge = toCreditGauge(account)
  return (
    <>
      <p className="text-sm text-mute">可用额度</p>
      <Price amount={gauge.usable} kind="credit" size="lg" />
      <div className="mt-2">
        <CreditGauge gauge={gauge} slim />
      </div>
      <p className="mt-2 flex flex-wrap justify-between gap-x-4 text-xs text-mute">
        <span>
          已用 <b className="num">{formatMoney(account.usedAmount)}</b>
        </span>
        {account.creditTempEndDate !== null && account.creditTempAmount > 0 && (
          <span>
            临时额度至 <span className="num">{account.creditTempEndDate}</span>
          </span>
        )}
      </p>
      <NextDueStrip
        account={account}
        link={{ to: '/credit_account_repayment_log', label: account.repayAmount > 0 ? '去还款' : '还款记录' }}
      />
    </>
  )
}

function NotOpened() {
  const { reason: blocked } = usePermission('applyLimit', 'own')
  return (
    <div className="flex flex-col items-start gap-3">
      <p>抱歉，您暂未开通赊销账户!</p>
      {blocked === undefined ? (
        <ButtonLink to="/account_authentication" look="call">
          申请额度
        </ButtonLink>
      ) : (
        <p className="text-sm text-mute">{blocked}</p>
      )}
    </div>
  )
}

function WalletCard() {
  const wallet = useWalletIfPermitted()
  return (
    <Card title="现金钱包" more={{ label: '使用明细', to: '/cash_account_user_log' }} blocked={usePermission('cashAccount', 'own').reason}>
      <QueryContent from={wallet} skeleton={<Skeleton className="h-36" />}>
        {({ balance }) => (
          <>
            <p className="text-sm text-mute">余额</p>
            <Price amount={balance} kind="plain" size="lg" />
            <p className="mt-2 text-xs text-mute">钱包支付按现金价结算</p>
            <ButtonLink to="/cash_account_charge" look="line" className="mt-4">
              充值
            </ButtonLink>
          </>
        )}
      </QueryContent>
    </Card>
  )
}

/** The number of usable coupons, the number held by unpaid orders, and the coupon that expires first. */
function CouponCard() {
  const counts = useCouponCounts()
  return (
    <Card title="优惠券" more={{ label: '我的优惠券', to: '/coupon' }}>
      <QueryContent from={counts} skeleton={<Skeleton className="h-36" />}>
        {({ unused, locked }) => (
          <>
            <p className="text-sm text-mute">未使用</p>
            <p>
              <b className="num text-[30px] leading-9 font-semibold">{unused}</b> 张
            </p>
            <FirstCoupon held={locked > 0 ? formatLockedCouponCount(locked) : undefined} />
            <ButtonLink to="/coupon" search={{ tab: 'centre' }} look="line" className="mt-4">
              去领券
            </ButtonLink>
          </>
        )}
      </QueryContent>
    </Card>
  )
}

/** The coupon that expires first. Its line is reserved while it loads. */
function FirstCoupon({ held }: { held: string | undefined }) {
  const first = useNextExpiringAvailableCoupon().data?.dataList.find(({ state }) => state === 'unused')
  const lapses = first && `${formatCouponDiscountTerms(first)}，有效期至 ${first.untilDay}`
  return (
    <p className="num mt-2 min-h-4.5 text-xs text-mute">
      {[lapses ?? (held ? '' : '到领券中心看看有哪些可领'), held].filter(Boolean).join('；')}
    </p>
  )
}
