import { formatMoney, ZERO_FEN } from '#contract/platform/core/money.ts'
import { Button } from '#storefront/platform/components/button.tsx'
import { PaymentPasswordInput } from '#storefront/platform/components/pay-password-input.tsx'
import type { ClearStoredForm } from '#storefront/platform/components/use-persisted-state.ts'
import { parseRepaymentAmount } from './repay-view.ts'
import { useRepayByWallet } from './use-repay.ts'

interface Props {
  /** The amount as it was typed. */
  text: string
  months: readonly string[]
  clearChoice: ClearStoredForm
  onBack: () => void
  onDone: () => void
}

/** Repays from the wallet, with the payment password. */
export function RepayByWalletForm({ text, months, clearChoice, onBack, onDone }: Props) {
  const amount = parseRepaymentAmount(text) ?? ZERO_FEN
  const repay = useRepayByWallet(onDone, clearChoice)
  return (
    <>
      <div className="mb-4 rounded-control bg-paper px-4 py-4 text-center">
        <p className="text-sm text-mute">钱包还款</p>
        <p className="num mt-1 text-[30px] leading-9 font-semibold">{formatMoney(amount)}</p>
      </div>
      <PaymentPasswordInput
        verb="确认还款"
        busy={repay.isPending}
        error={repay.error}
        onPay={(payPwd) => repay.mutate({ amount, months: [...months], payPwd })}
      />
      <p className="mt-1 text-center text-sm">
        <Button look="plain" onClick={onBack}>
          返回修改
        </Button>
      </p>
    </>
  )
}
