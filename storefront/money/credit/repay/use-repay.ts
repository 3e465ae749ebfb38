import type { Fen } from '#contract/platform/core/money.ts'
import { detectPaymentScene } from '#storefront/money/payments/payment-scene.ts'
import { showNotice } from '#storefront/platform/components/notify.ts'
import type { ClearStoredForm } from '#storefront/platform/components/use-persisted-state.ts'
import { useNavigate } from '#storefront/platform/routing/routing.tsx'
import { handleRefusalAtPaymentPassword, useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { externalRepaymentApi, invalidatedByRepayment, statementApi } from './repay-api.ts'
import { formatRepaymentParts, type RepaymentMethod } from './repay-view.ts'

/** Repays from the wallet and shows what was repaid. The component that asks for the password handles a refusal. */
export function useRepayByWallet(done: () => void, clearStoredForm: ClearStoredForm) {
  return useApiMutation(statementApi.repayByWallet, {
    clearStoredForm,
    invalidates: invalidatedByRepayment,
    onError: handleRefusalAtPaymentPassword,
    onSuccess: ({ parts }) => {
      done()
      showNotice(`还款成功：${formatRepaymentParts(parts)}`)
    },
  })
}

interface Elsewhere {
  way: Exclude<RepaymentMethod, 'wallet' | 'acceptance'>
  amount: Fen
  months: readonly string[]
}

/** Starts a repayment with money from outside, and opens the page of that payment or transfer. */
export function useStartExternalRepayment(clearStoredForm: ClearStoredForm) {
  const navigate = useNavigate()
  return useApiMutation(
    ({ way, amount, months }: Elsewhere) =>
      way === 'transfer'
        ? externalRepaymentApi.repayByTransfer({ amount, months: [...months] })
        : externalRepaymentApi.repayOnline({ amount, months: [...months], channel: way, scene: detectPaymentScene() }),
    {
      clearStoredForm,
      fields: ['amount'],
      onSuccess: ({ paymentId }, { way }) =>
        navigate({ to: way === 'transfer' ? '/my_order_transfer_info' : '/order_pay_online_pay', search: { paymentId } }),
    },
  )
}
