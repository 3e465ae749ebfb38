import { useQuery } from '@tanstack/react-query'
import { FileText, Landmark, Wallet } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import type { DebtOverview } from '#contract/money/statements/shapes.ts'
import { type Fen, formatMoney, formatYuan, ZERO_FEN } from '#contract/platform/core/money.ts'
import { PaymentChannelChoice } from '#storefront/money/payments/channel-choice.tsx'
import { paymentChannelsQuery } from '#storefront/money/payments/payment-api.ts'
import { AmountRow, AmountRows } from '#storefront/platform/components/amount-rows.tsx'
import { Button } from '#storefront/platform/components/button.tsx'
import { Checkbox } from '#storefront/platform/components/checkbox.tsx'
import { Modal } from '#storefront/platform/components/dialog.tsx'
import { TextField } from '#storefront/platform/components/field.tsx'
import { type ClearStoredForm, usePersistedState } from '#storefront/platform/components/use-persisted-state.ts'
import { formatFullMonth } from '#ui/format.ts'
import { SubmitAcceptanceBillForm } from './acceptance-form.tsx'
import { RepayByWalletForm } from './by-wallet.tsx'
import { useRepaymentPreview } from './repay-api.ts'
import {
  getInitialRepaymentAmount,
  parseRepaymentAmount,
  type RepaymentMethod,
  repaymentAmountError,
  repaymentPartLabel,
} from './repay-view.ts'
import { useStartExternalRepayment } from './use-repay.ts'

interface Props {
  open: boolean
  onClose: () => void
  owed: DebtOverview
  /** The month that the person selected before. */
  month: string | undefined
}

/** 还款: the amount, the months, the method, and what it would repay, before anything is paid. */
export function RepayDialog({ open, onClose, owed, month }: Props) {
  return (
    <Modal open={open} onClose={onClose} title="还款" wide>
      {open && <Repaying key={month ?? ''} owed={owed} month={month} onDone={onClose} />}
    </Modal>
  )
}

const OTHERS = [
  { name: 'wallet', label: '钱包还款', hint: '用现金钱包余额，立即到账', icon: Wallet },
  { name: 'transfer', label: '转账还款', hint: '对公转账，凭转账附言自动入账', icon: Landmark },
  { name: 'acceptance', label: '承兑汇票', hint: '提交票据，财务审核后入账', icon: FileText },
] as const

/** The amount, the months and the method that are chosen so far. */
interface RepaymentChoice {
  text: string
  months: readonly string[]
  way: RepaymentMethod
}

function Repaying({ owed, month, onDone }: { owed: DebtOverview; month: string | undefined; onDone: () => void }) {
  const pointed = owed.months.find((one) => one.month === month)
  const amount = pointed ? pointed.owed : getInitialRepaymentAmount(owed)
  const [choice, setChoice, sent] = usePersistedState<RepaymentChoice>(`repayment ${month}`, () => ({
    text: formatYuan(amount),
    months: pointed ? [pointed.month] : [],
    way: 'wallet',
  }))
  const [step, setStep] = useState<'choose' | 'wallet' | 'acceptance'>('choose')
  if (step === 'wallet')
    return (
      <RepayByWalletForm text={choice.text} months={choice.months} clearChoice={sent} onBack={() => setStep('choose')} onDone={onDone} />
    )
  if (step === 'acceptance')
    return (
      <SubmitAcceptanceBillForm
        amount={parseRepaymentAmount(choice.text)}
        clearChoice={sent}
        onBack={() => setStep('choose')}
        onDone={onDone}
      />
    )
  return <Choosing owed={owed} choice={choice} clearChoice={sent} onChange={setChoice} onNext={setStep} />
}

interface ChoosingProps {
  owed: DebtOverview
  choice: RepaymentChoice
  clearChoice: ClearStoredForm
  onChange: (choice: RepaymentChoice) => void
  onNext: (step: 'wallet' | 'acceptance') => void
}

function Choosing({ owed, choice, clearChoice, onChange, onNext }: ChoosingProps) {
  const { text, months, way } = choice
  const read = parseRepaymentAmount(text)
  const amount = useDeferredValue(read !== undefined && read <= owed.total ? read : undefined)
  const plan = useRepaymentPreview(amount, months)
  const channels = useQuery(paymentChannelsQuery)
  const elsewhere = useStartExternalRepayment(clearChoice)
  const [pressed, setPressed] = useState(false)
  const walletBalance = plan.data?.walletBalance ?? (Number.MAX_SAFE_INTEGER as Fen)
  const fault = repaymentAmountError(text, { total: owed.total, walletBalance }, way)
  const type = (next: string) => {
    elsewhere.clearError()
    onChange({ ...choice, text: next })
  }
  const go = () => {
    setPressed(true)
    const chosen = parseRepaymentAmount(text)
    if (fault !== undefined || chosen === undefined) return
    if (way === 'wallet' || way === 'acceptance') onNext(way)
    else elsewhere.mutate({ way, amount: chosen, months })
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        go()
      }}
    >
      <TextField
        label="还款金额（元）"
        inputMode="decimal"
        autoComplete="off"
        value={text}
        onChange={({ target }) => type(target.value)}
        error={((pressed || parseRepaymentAmount(text) !== undefined) && fault) || elsewhere.errorsByField.amount}
        hint={<Quick owed={owed} onPick={(picked) => type(formatYuan(picked))} />}
        className="num text-lg"
      />
      <Months owed={owed} value={months} onChange={(next) => onChange({ ...choice, months: next })} />
      <section
        aria-label="还款试算"
        aria-live="polite"
        aria-busy={plan.isPlaceholderData}
        className="group mt-4 rounded-control bg-paper px-4 py-3"
      >
        <h3 className="mb-2 text-sm font-normal text-mute">这笔还款将用于</h3>
        {plan.data === undefined || amount === undefined ? (
          <p className="text-sm text-mute">输入不超过待还总额的金额后显示</p>
        ) : (
          <AmountRows className="group-aria-busy:opacity-60">
            {plan.data.parts.map((part) => (
              <AmountRow key={`${part.to}${part.month}`} name={repaymentPartLabel(part)}>
                {formatMoney(part.amount)}
              </AmountRow>
            ))}
          </AmountRows>
        )}
      </section>
      <fieldset className="mt-4">
        <legend className="mb-2 text-sm text-mute">
          还款方式{plan.data && <span className="num">（钱包余额 {formatMoney(plan.data.walletBalance)}）</span>}
        </legend>
        <PaymentChannelChoice
          offered={channels.data ?? []}
          others={OTHERS}
          value={way}
          onChange={(next) => onChange({ ...choice, way: next })}
        />
      </fieldset>
      <Button type="submit" look="call" size="lg" className="mt-5 w-full" busy={elsewhere.isPending}>
        下一步
      </Button>
    </form>
  )
}

/** Buttons for the most usual amounts. */
function Quick({ owed: { due, total }, onPick }: { owed: DebtOverview; onPick: (amount: Fen) => void }) {
  const picks = [['到期应还', due] as const, ['全部待还', total] as const].filter(([, amount]) => amount > ZERO_FEN)
  return (
    <span className="flex flex-wrap gap-x-4">
      {picks.map(([name, amount]) => (
        <button key={name} type="button" className="finger text-jade hover:underline" onClick={() => onPick(amount)}>
          {name} <span className="num">{formatMoney(amount)}</span>
        </button>
      ))}
    </span>
  )
}

/** The choice of months. Without a choice, the oldest is repaid first. */
function Months({
  owed: { months },
  value,
  onChange,
}: {
  owed: DebtOverview
  value: readonly string[]
  onChange: (months: string[]) => void
}) {
  const open = months.filter(({ owed }) => owed > 0)
  if (open.length < 2) return null
  return (
    <fieldset className="mt-3">
      <legend className="mb-1 text-sm text-mute">指定先还的账单（不选则先还最早的；已核销待追偿的账款与逾期利息总是先还）</legend>
      <ul className="grid gap-x-6 sm:grid-cols-2">
        {open.map(({ month, owed, label }) => (
          <li key={month}>
            <Checkbox
              label={`先还${formatFullMonth(month)}`}
              value={value.includes(month) ? 'all' : 'none'}
              onChange={(checked) => onChange(checked ? [...value, month] : value.filter((one) => one !== month))}
            >
              <span className="text-sm">
                {formatFullMonth(month)} <span className="num">{formatMoney(owed)}</span> <span className="text-mute">{label}</span>
              </span>
            </Checkbox>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
