import { Link } from '@tanstack/react-router'
import type { CreditAccount } from '../../../contract/credit/api.ts'
import type { UserDetail } from '../../../contract/identity/shapes.ts'
import type { Fen } from '../../../contract/money.ts'
import { grants } from '../../../contract/permissions.ts'
import { authStatuses } from '../../../contract/verification/verification-status.ts'
import { money, monthDay } from '../../../ui/format.ts'
import { ButtonLink } from '../../parts/button.tsx'
import { CreditGauge } from '../../parts/credit-gauge.tsx'
import { gaugeOf } from '../../parts/credit-gauge-view.ts'
import { Price } from '../../parts/price-plate.tsx'
import { useToday } from '../../parts/use-now.ts'
import { dueNext } from './account-view.ts'

interface Props {
  user: UserDetail
  account: CreditAccount | null
  months: readonly { drawn: Fen; dueDay: string }[]
}

/** The credit of the company: what may be owed, what is used, and what is due; or how to open it. */
export function CreditPart({ user, account, months }: Props) {
  if (account === null) return <NotOpened user={user} />
  const gauge = gaugeOf(account)
  return (
    <>
      <p className="flex justify-between text-sm text-mute">
        赊销可用额度
        {grants(user.permCode, ['applyLimit']) && (
          <Link to="/credit_account_log" className="-my-1 py-1 text-jade hover:underline">
            用信记录
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
      <Due account={account} months={months} />
    </>
  )
}

/** What is used, how much of it orders hold, and how long the temporary limit lasts. */
function Used({ account: { usedAmount, heldAmount, creditTempAmount, creditTempEndDate } }: { account: CreditAccount }) {
  return (
    <p className="mt-1.5 flex flex-wrap justify-between gap-x-3 text-xs text-mute">
      <span>
        已用 <span className="num text-ink">{money(usedAmount)}</span>
        {heldAmount > 0 && (
          <>
            ，含占用 <span className="num">{money(heldAmount)}</span>
          </>
        )}
      </span>
      {creditTempEndDate !== null && creditTempAmount > 0 && (
        <span>
          临时 <span className="num">{money(creditTempAmount)}</span> 至 <span className="num">{creditTempEndDate.slice(5)}</span>
        </span>
      )}
    </p>
  )
}

function Due({ account, months }: Pick<Props, 'months'> & { account: CreditAccount }) {
  const { day, amount } = dueNext(account, months, useToday())
  const interest = account.expireInterestAmount
  return (
    <p className="mt-3 flex items-center gap-2.5 rounded-control bg-copper-tint px-2.5 py-2 text-sm">
      <b className="num shrink-0 text-lg leading-5 font-semibold text-copper">{monthDay(day)}</b>
      <span className="min-w-0 flex-1">
        待还 <b className="num font-semibold">{money(amount)}</b>
        {interest > 0 && <span className="block text-xs text-danger">含逾期利息 {money(interest)} 另计</span>}
      </span>
      <Link to="/credit_account" className="-my-1 shrink-0 py-1 font-semibold text-copper hover:underline">
        查看
      </Link>
    </p>
  )
}

/** Statuses in which somebody looks at what was sent in. */
const REVIEWING: readonly UserDetail['authStatus'][] = [0, 3, 6]

function NotOpened({ user }: { user: UserDetail }) {
  const waiting = user.authStatus !== null && REVIEWING.includes(user.authStatus)
  return (
    <>
      <p className="font-medium">抱歉，您暂未开通赊销账户!</p>
      <p className="mt-1 text-sm text-mute">
        {waiting && user.authStatus !== null
          ? `${authStatuses[user.authStatus].label}，需 1–5 个工作日。`
          : '完成企业认证后可获得赊销额度，当月用、次月 10 号还。'}
      </p>
      {!waiting && grants(user.permCode, ['applyLimit']) && (
        <ButtonLink to="/account_authentication" look="call" className="mt-3 w-full">
          申请额度
        </ButtonLink>
      )}
    </>
  )
}
