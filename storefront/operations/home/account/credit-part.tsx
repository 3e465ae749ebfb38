import type { CreditAccount } from '#contract/money/credit/api.ts'
import type { UserDetail } from '#contract/people/identity/shapes.ts'
import { verificationStatuses } from '#contract/people/verification/verification-status.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { ButtonLink } from '#storefront/platform/components/button.tsx'
import { CreditGauge } from '#storefront/platform/components/credit-gauge.tsx'
import { toCreditGauge } from '#storefront/platform/components/credit-gauge-view.ts'
import { NextDueStrip } from '#storefront/platform/components/next-due.tsx'
import { Price } from '#storefront/platform/components/price-box.tsx'
import { Link } from '#storefront/platform/routing/link.tsx'
import { usePermission } from '#storefront/platform/sessions/permissions/use-permission.ts'

interface Props {
  user: UserDetail
  account: CreditAccount | null
}

/** The credit of the enterprise: the limit, what is used, and what is due; or how to open the account. */
export function EnterpriseCreditSummary({ user, account }: Props) {
  const mayApply = usePermission('applyLimit').allowed
  if (account === null) return <NotOpened user={user} />
  const gauge = toCreditGauge(account)
  return (
    <>
      <p className="flex justify-between text-sm text-mute">
        赊销可用额度
        {mayApply && (
          <Link to="/credit_account_log" className="-my-1 py-1 text-jade hover:underline">
            赊销记录
          </Link>
        )}
      </p>
      <p className="mt-0.5">
        <Price amount={gauge.usable} kind="credit" size="lg" />
      </p>
      <div className="mt-1.5">
        <CreditGauge gauge={gauge} slim />
      </div>
      <Used account={account} />
      <NextDueStrip account={account} link={{ to: '/credit_account', label: '查看' }} />
    </>
  )
}

/** What is used, how much of it orders hold, and when the temporary limit ends. */
function Used({ account: { usedAmount, heldAmount, creditTempAmount, creditTempEndDate } }: { account: CreditAccount }) {
  return (
    <p className="mt-1.5 flex flex-wrap justify-between gap-x-3 text-xs text-mute">
      <span>
        已用 <span className="num text-ink">{formatMoney(usedAmount)}</span>
        {heldAmount > 0 && (
          <>
            ，含占用 <span className="num">{formatMoney(heldAmount)}</span>
          </>
        )}
      </span>
      {creditTempEndDate !== null && creditTempAmount > 0 && (
        <span>
          临时 <span className="num">{formatMoney(creditTempAmount)}</span> 至 <span className="num">{creditTempEndDate.slice(5)}</span>
        </span>
      )}
    </p>
  )
}

/** Statuses in which a submission is under review. */
const REVIEWING: readonly UserDetail['authStatus'][] = [0, 3, 6]

function NotOpened({ user }: { user: UserDetail }) {
  const mayApply = usePermission('applyLimit').allowed
  const waiting = user.authStatus !== null && REVIEWING.includes(user.authStatus)
  return (
    <>
      <p className="font-medium">抱歉，您暂未开通赊销账户!</p>
      <p className="mt-1 text-sm text-mute">
        {waiting && user.authStatus !== null
          ? `${verificationStatuses[user.authStatus].label}，需 1–5 个工作日。`
          : '完成企业认证后可获得赊销额度，当月用、次月 10 号还。'}
      </p>
      {!waiting && mayApply && (
        <ButtonLink to="/account_authentication" look="call" className="mt-3 w-full">
          申请额度
        </ButtonLink>
      )}
    </>
  )
}
