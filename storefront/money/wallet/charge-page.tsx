import { useQuery } from '@tanstack/react-query'
import { Banknote } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { type OfferedPaymentChannel, type OnlinePaymentChannel, TOP_UP_YUAN_MAX } from '#contract/money/payments/api.ts'
import { type Fen, formatMoney, formatYuan, sum } from '#contract/platform/core/money.ts'
import { type OtherPaymentMethodOption, PaymentChannelChoice } from '#storefront/money/payments/channel-choice.tsx'
import { paymentChannelsQuery } from '#storefront/money/payments/payment-api.ts'
import { detectPaymentScene, findFirstChannelHere } from '#storefront/money/payments/payment-scene.ts'
import { UserCenterLayout } from '#storefront/people/user-center/centre-layout.tsx'
import { AmountRow, AmountRows } from '#storefront/platform/components/amount-rows.tsx'
import { Button, ButtonLink } from '#storefront/platform/components/button.tsx'
import { TextField } from '#storefront/platform/components/field.tsx'
import { QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { usePersistedState } from '#storefront/platform/components/use-persisted-state.ts'
import { WaitingOrderNotice } from '#storefront/platform/components/waiting-order.tsx'
import { useNavigate } from '#storefront/platform/routing/routing.tsx'
import { emitClientEvent } from '#storefront/platform/sessions/events.ts'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { formatCount } from '#ui/format.ts'
import { parseTopUpAmount, quickTopUpAmounts } from './charge-view.ts'
import { topUpApi, useWalletOverview } from './wallet-api.ts'

/** /cash_account_charge: the amount and the method of a top-up. The page of the payment or of the transfer follows. */
export function Page() {
  return (
    <UserCenterLayout
      title="账户充值"
      actions={
        <ButtonLink to="/cash_account_charge_log" look="plain" className="text-sm">
          充值记录
        </ButtonLink>
      }
    >
      <WaitingOrderNotice then="充值到账后，可继续用钱包支付" />
      <Loads />
    </UserCenterLayout>
  )
}

function Loads() {
  const wallet = useWalletOverview()
  const channels = useQuery(paymentChannelsQuery)
  return (
    <QueryContent from={wallet} skeleton={<Skeleton className="h-120" />}>
      {({ balance }) => (
        <QueryContent from={channels} skeleton={<Skeleton className="h-120" />}>
          {(offered) => <Charge balance={balance} offered={offered} />}
        </QueryContent>
      )}
    </QueryContent>
  )
}

const TRANSFER: OtherPaymentMethodOption<'transfer'> = {
  name: 'transfer',
  label: '银行转账',
  hint: '对公转账，到账后由财务核对入账',
  icon: Banknote,
}
type Way = OnlinePaymentChannel | 'transfer'

function useCharge(typed: () => void) {
  const navigate = useNavigate()
  return useApiMutation(
    ({ amount, way }: { amount: Fen; way: Way }) =>
      way === 'transfer' ? topUpApi.transfer({ amount }) : topUpApi.online({ amount, channel: way, scene: detectPaymentScene() }),
    {
      clearStoredForm: typed,
      invalidates: [['wallet']],
      fields: ['amount'],
      onSuccess: ({ paymentId }, { way }) => {
        emitClientEvent('bankSelected', { way })
        return navigate({ to: way === 'transfer' ? '/my_order_transfer_info' : '/order_pay_online_pay', search: { paymentId } })
      },
    },
  )
}

function Charge({ balance, offered }: { balance: Fen; offered: readonly OfferedPaymentChannel[] }) {
  const [typed, setTyped, sent] = usePersistedState('amount', () => '')
  const [pressed, setPressed] = useState(false)
  const [way, setWay] = useState<Way>(() => findFirstChannelHere(offered) ?? 'transfer')
  const charge = useCharge(sent)
  const fieldErrors = charge.errorsByField
  const read = parseTopUpAmount(typed)
  const type = (text: string) => {
    charge.clearError()
    setTyped(text)
  }
  const press = (event: FormEvent) => {
    event.preventDefault()
    setPressed(true)
    if ('amount' in read) charge.mutate({ amount: read.amount, way })
  }
  const amount = 'amount' in read ? read.amount : undefined
  return (
    <form noValidate onSubmit={press} className="panel p-4 md:p-5">
      <TextField
        label="充值金额（元）"
        required
        inputMode="decimal"
        autoComplete="off"
        placeholder={`单笔最多 ${formatCount(TOP_UP_YUAN_MAX)} 元`}
        value={typed}
        onChange={({ target }) => type(target.value)}
        error={'fault' in read && (pressed || typed !== '') ? read.fault : fieldErrors.amount}
        className="num text-lg"
      />
      <QuickAmounts value={amount} onChoose={(next) => type(formatYuan(next, { decimals: 'bothOrNone' }))} />
      <h2 className="mt-6 mb-3 text-md md:text-lg">充值方式</h2>
      <PaymentChannelChoice offered={offered} others={[TRANSFER]} value={way} onChange={setWay} disabled={charge.isPending} />
      <AmountRows className="mt-6 border-t border-line-soft pt-4">
        <AmountRow name="当前余额">{formatMoney(balance)}</AmountRow>
        <AmountRow name="到账后余额">{amount === undefined ? '—' : formatMoney(sum([balance, amount]))}</AmountRow>
      </AmountRows>
      <Button type="submit" look="call" size="lg" className="mt-5 w-full sm:w-80" busy={charge.isPending}>
        {way === 'transfer' ? '下一步：查看收款账户' : '去支付'}
      </Button>
      <p className="mt-3 text-xs text-mute">充值款仅用于本商城钱包支付与还款；在线支付 30 分钟内有效，转账 7 天内有效。</p>
    </form>
  )
}

function QuickAmounts({ value, onChoose }: { value: Fen | undefined; onChoose: (amount: Fen) => void }) {
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">常用金额</legend>
      {quickTopUpAmounts.map((amount) => (
        <button
          key={amount}
          type="button"
          aria-pressed={amount === value}
          onClick={() => onChoose(amount)}
          className="num h-9 rounded-control border border-line px-3.5 hover:border-jade hover:text-jade aria-pressed:border-jade aria-pressed:bg-jade-tint aria-pressed:text-jade"
        >
          {formatMoney(amount, { decimals: 'bothOrNone' })}
        </button>
      ))}
    </fieldset>
  )
}
