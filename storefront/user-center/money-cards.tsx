import { Link } from '@tanstack/react-router'
import { thresholdText } from '../../contract/coupons/shapes.ts'
import type { CreditAccount } from '../../contract/credit/api.ts'
import type { UserDetail } from '../../contract/identity/shapes.ts'
import { money } from '../../ui/format.ts'
import { ButtonLink } from '../parts/button.tsx'
import { Card } from '../parts/card.tsx'
import { CreditGauge } from '../parts/credit-gauge.tsx'
import { gaugeOf } from '../parts/credit-gauge-view.ts'
import { Price } from '../parts/price-plate.tsx'
import { Loaded, Skeleton } from '../parts/states.tsx'
import { useCoupons, useCreditAccount, useWallet } from './centre-api.ts'
import { whyBlocked } from './menu-view.ts'

/** What one may owe, what one has, and what is taken off, side by side. */
export function MoneyCards({ user }: { user: UserDetail }) {
  return (
    <div className="grid gap-3 md:grid-cols-2 md:gap-4">
      <div className="grid md:col-span-2">
        <CreditCard user={user} />
      </div>
      <WalletCard user={user} />
      <CouponCard user={user} />
    </div>
  )
}

function CreditCard({ user }: { user: UserDetail }) {
  const account = useCreditAccount()
  const blocked = whyBlocked(user.permCode, ['applyLimit', 'buyPay'])
  return (
    <Card title="赊销账户" more={{ label: '额度详情', to: '/credit_account' }} blocked={blocked}>
      <Loaded from={account} skeleton={<Skeleton className="h-36" />}>
        {(given) => (given === null ? <NotOpened user={user} /> : <Limits account={given} />)}
      </Loaded>
    </Card>
  )
}

function Limits({ account }: { account: CreditAccount }) {
  const gauge = gaugeOf(account)
  return (
    <>
      <p className="text-sm text-mute">可用额度</p>
      <Price amount={gauge.usable} kind="credit" size="lg" />
      <div className="mt-2">
        <CreditGauge gauge={gauge} slim />
      </div>
      <p className="mt-2 flex flex-wrap justify-between gap-x-4 text-xs text-mute">
        <span>
          已用 <b className="num">{money(account.usedAmount)}</b>
        </span>
        {account.creditTempEndDate !== null && account.creditTempAmount > 0 && (
          <span>
            临时额度至 <span className="num">{account.creditTempEndDate}</span>
          </span>
        )}
      </p>
      <p className="mt-3 flex items-baseline justify-between gap-4 border-t border-line-soft pt-3 text-sm">
        <span className="text-mute">待还金额（次月10号还款）</span>
        <span>
          <b className="num text-md">{money(account.repayAmount)}</b>
          {account.repayAmount > 0 && (
            <Link to="/credit_account_repayment_log" className="finger ml-3 font-medium text-copper hover:underline">
              去还款
            </Link>
          )}
        </span>
      </p>
    </>
  )
}

function NotOpened({ user }: { user: UserDetail }) {
  const blocked = whyBlocked(user.permCode, ['applyLimit'])
  return (
    <div className="flex flex-col items-start gap-3">
      <p>抱歉，您暂未开通赊销账户!</p>
      {blocked === null ? (
        <ButtonLink to="/account_authentication" look="call">
          申请额度
        </ButtonLink>
      ) : (
        <p className="text-sm text-mute">{blocked}</p>
      )}
    </div>
  )
}

function WalletCard({ user }: { user: UserDetail }) {
  const wallet = useWallet()
  return (
    <Card title="现金钱包" more={{ label: '使用明细', to: '/cash_account_user_log' }} blocked={whyBlocked(user.permCode, ['cashAccount'])}>
      <Loaded from={wallet} skeleton={<Skeleton className="h-36" />}>
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
      </Loaded>
    </Card>
  )
}

/** How many coupons there are to be used, and which of them lapses first. */
function CouponCard({ user }: { user: UserDetail }) {
  const coupons = useCoupons()
  return (
    <Card title="优惠券" more={{ label: '我的优惠券', to: '/coupon' }} blocked={whyBlocked(user.permCode, ['buyPay'])}>
      <Loaded from={coupons} skeleton={<Skeleton className="h-36" />}>
        {({ total, dataList: [first] }) => (
          <>
            <p className="text-sm text-mute">未使用</p>
            <p>
              <b className="num text-[30px] leading-9 font-semibold">{total}</b> 张
            </p>
            <p className="num mt-2 text-xs text-mute">
              {first ? `${thresholdText(first.threshold)} ${money(first.amount)}，有效期至 ${first.untilDay}` : '到领券中心看看有哪些可领'}
            </p>
            <ButtonLink to="/coupon" search={{ tab: 'centre' }} look="line" className="mt-4">
              去领券
            </ButtonLink>
          </>
        )}
      </Loaded>
    </Card>
  )
}
