import { Banknote, CalendarClock, CircleQuestionMark, type LucideIcon, QrCode, WalletMinimal } from 'lucide-react'
import { useState } from 'react'
import { type PaymentMethod, paymentMethods, priceTypeLabels } from '#contract/orders/orders/amounts.ts'
import { type Fen, formatMoney } from '#contract/platform/core/money.ts'
import { Price } from '#storefront/platform/components/price-box.tsx'
import { RadioCircle, RadioGroup } from '#storefront/platform/components/radio-group.tsx'
import { saveWaitingOrder } from '#storefront/platform/components/waiting-order-storage.ts'
import { Link } from '#storefront/platform/routing/link.tsx'
import { useRouterState } from '#storefront/platform/routing/routing.tsx'
import { usePermission } from '#storefront/platform/sessions/permissions/use-permission.ts'
import { formatMonthDay } from '#ui/format.ts'
import { type CreditCost, insufficientFundsLinksByMethod } from './checkout-view.ts'

export interface PaymentMethodOption {
  method: PaymentMethod
  /** The total in fen; null: not available, undefined: known once it is selected. */
  payable?: Fen | null
  /** The balance of the wallet, or the credit that is left; null or undefined: not shown. */
  funds?: Fen | null
  available: boolean
  reason: string | null
  /** Credit only waits for the agreement. */
  agreementMissing?: true | undefined
}

interface Props {
  options: readonly PaymentMethodOption[]
  value: PaymentMethod
  onChange: (method: PaymentMethod) => void
  disabled?: boolean
  cost?: CreditCost | undefined
  /** Used if there is no space for two columns. */
  narrow?: boolean
}

const icons: Record<PaymentMethod, LucideIcon> = { credit: CalendarClock, wallet: WalletMinimal, online: QrCode, transfer: Banknote }

const fundNames: Partial<Record<PaymentMethod, string>> = { credit: '可用赊销额度', wallet: '钱包余额' }

/** The payment methods as cards with their totals. An unavailable one shows why, and how to make it available. */
export function PaymentMethodCards({ options, value, onChange, disabled = false, cost, narrow = false }: Props) {
  return (
    <RadioGroup
      aria-label="支付方式"
      value={value}
      onChange={onChange}
      disabled={disabled}
      className={`grid gap-2.5 ${narrow ? '' : 'md:grid-cols-2'}`}
    >
      {options.map((option) => (
        <MethodCard key={option.method} option={option} cost={option.method === 'credit' ? cost : undefined} />
      ))}
    </RadioGroup>
  )
}

function MethodCard({ option, cost }: { option: PaymentMethodOption; cost: CreditCost | undefined }) {
  const { method, payable, funds, available, reason, agreementMissing } = option
  const { label, hint, priceType } = paymentMethods[method]
  const Icon = icons[method]
  const remedy = available ? undefined : insufficientFundsLinksByMethod[method]
  const here = useRouterState(({ location }) => location.href)
  const isMain = usePermission('main').allowed
  return (
    <div
      className={`flex flex-col rounded-control border border-line has-checked:border-jade has-checked:bg-jade-tint ${available ? 'hover:border-jade' : 'bg-paper'}`}
    >
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the radio inside is the control */}
      <label className={`flex flex-1 items-start gap-3 px-3.5 py-3 ${available ? 'cursor-pointer' : 'cursor-not-allowed'}`}>
        <RadioCircle value={method} disabled={!available} lowered />
        <span className="min-w-0 flex-1">
          <span className={`flex items-center gap-1.5 font-medium ${available ? '' : 'text-mute'}`}>
            <Icon className="size-4.5 shrink-0" strokeWidth={1.6} aria-hidden />
            {label}
          </span>
          {funds != null && (
            <span className="mt-0.5 block text-xs">
              {fundNames[method]} <span className="num font-medium">{formatMoney(funds)}</span>
            </span>
          )}
          <span className="mt-0.5 block text-xs text-mute">{hint}</span>
          {cost && <Cost cost={cost} />}
          {reason !== null && <span className="mt-1 block text-xs text-danger">{reason}</span>}
        </span>
        <span className="shrink-0 text-right">
          <span className={`block text-xs ${priceType === 'credit' ? 'text-steel' : 'text-copper'}`}>{priceTypeLabels[priceType]}</span>
          {payable != null && <Price amount={payable} kind={available ? priceType : 'plain'} />}
        </span>
      </label>
      {cost && <YearlyCreditRateHint cost={cost} className="-mt-1.5 px-3.5 pb-2.5 pl-11" />}
      {remedy && (
        <Link
          to={remedy.to}
          onClick={() => saveWaitingOrder(here)}
          className="-mt-1 w-fit px-3.5 pb-3 pl-11 text-sm font-medium text-jade hover:underline"
        >
          {agreementMissing && isMain ? '去同意协议' : remedy.label}
        </Link>
      )}
    </div>
  )
}

/** The extra cost of credit. */
function Cost({ cost: { extra, dueDay, days } }: { cost: CreditCost }) {
  return (
    <span className="mt-1 block text-xs text-steel">
      本月发货的 {formatMonthDay(dueDay)}还；账期 <span className="num">{days}</span> 天，多付{' '}
      <span className="num">{formatMoney(extra)}</span>
    </span>
  )
}

/** The yearly rate of the cost of credit, behind a question mark: the days and the amount decide, and the rate explains them. */
export function YearlyCreditRateHint({ cost: { days, yearly }, className = '' }: { cost: CreditCost; className?: string }) {
  const [open, setOpen] = useState(false)
  return (
    <div className={`text-xs text-steel ${className}`}>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="finger inline-flex items-center gap-1 text-mute hover:text-jade"
      >
        <CircleQuestionMark className="size-3.5" strokeWidth={1.8} aria-hidden />
        折合年化
      </button>
      {open && (
        <p role="status" className="mt-1">
          约 <span className="num">{yearly}</span>，按今天发货、账期 <span className="num">{days}</span> 天计算
        </p>
      )}
    </div>
  )
}
