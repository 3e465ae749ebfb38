import type { CreditAccount } from '#contract/money/credit/api.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { Link } from '#storefront/platform/routing/link.tsx'
import { NOTHING_DUE_TEXT, toNextDueView } from './next-due-view.ts'
import { useToday } from './use-now.ts'

interface Props {
  account: Pick<CreditAccount, 'nextDue' | 'expireInterestAmount'>
  /** A link to details, or to the payment. */
  link: { to: '/credit_account' | '/credit_account_repayment_log'; label: string }
}

const tones = {
  due: { strip: 'bg-copper-tint', word: 'text-copper' },
  late: { strip: 'bg-danger-tint', word: 'text-danger' },
} as const

/** 最近还款: the amount and the day of the next payment. If there is none, it says so without an amount and without a warning style. */
export function NextDueStrip({ account: { nextDue, expireInterestAmount: interest }, link }: Props) {
  const next = toNextDueView(nextDue, useToday())
  const { strip, word } = next ? tones[next.tone] : { strip: 'bg-paper', word: 'text-jade' }
  return (
    <p className={`mt-3 flex items-center gap-2.5 rounded-control px-2.5 py-2 text-sm ${strip}`}>
      {next && <b className={`num shrink-0 text-lg leading-5 font-semibold ${word}`}>{next.day}</b>}
      <span className="min-w-0 flex-1">
        {next ? (
          <>
            {next.words} <b className="num font-semibold">{formatMoney(next.amount)}</b>
          </>
        ) : (
          <span className="text-mute">{NOTHING_DUE_TEXT}</span>
        )}
        {interest > 0 && <span className="block text-xs text-danger">另有逾期利息 {formatMoney(interest)}</span>}
      </span>
      <Link to={link.to} className={`-my-1 shrink-0 py-1 font-semibold hover:underline ${word}`}>
        {link.label}
      </Link>
    </p>
  )
}
