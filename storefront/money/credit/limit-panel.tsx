import type { CreditAccount } from '#contract/money/credit/api.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { CreditGauge, CreditGaugeLegend } from '#storefront/platform/components/credit-gauge.tsx'
import { toCreditGauge } from '#storefront/platform/components/credit-gauge-view.ts'
import { Price } from '#storefront/platform/components/price-box.tsx'
import { toCreditLimitAmounts } from './credit-view.ts'
import { CurrentMembershipWithSwitchLink } from './current-account.tsx'

/** The available amount as a number and as a gauge, with the limits that it is computed from. */
export function CreditLimitPanel({ account }: { account: CreditAccount }) {
  const gauge = toCreditGauge(account)
  return (
    <section aria-label="赊销额度" className="panel p-4 md:p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div>
          <h2 className="text-sm font-normal text-mute">可用额度</h2>
          <Price amount={gauge.usable} kind="credit" size="lg" />
        </div>
        <CurrentMembershipWithSwitchLink />
      </div>
      <div className="mt-4">
        <CreditGauge gauge={gauge} />
      </div>
      {gauge.over > 0 && (
        <p className="mt-2 text-sm text-danger">
          已用额度超出现有额度 <b className="num">{formatMoney(gauge.over)}</b>，还款后可继续使用赊销支付，已有订单不受影响。
        </p>
      )}
      <div className="mt-3">
        <CreditGaugeLegend gauge={gauge} />
      </div>
      <dl className="mt-5 grid grid-cols-3 gap-x-3 border-t border-line-soft pt-4 md:gap-x-6">
        {toCreditLimitAmounts(account).map(({ label, amount, hint }) => (
          <div key={label}>
            <dt className="text-xs text-mute">{label}</dt>
            <dd>
              <b className="num text-md">{formatMoney(amount)}</b>
              {hint !== undefined && <span className="block text-xs text-mute">{hint}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
