import { useNavigate } from '@tanstack/react-router'
import type { Fen } from '../../../contract/money.ts'
import { showNotice } from '../../parts/notify.ts'
import { useAttempt } from '../../session/attempt.ts'
import { useCall } from '../../session/use-call.ts'
import { AFTER_REPAYING, repayApi, statementApi } from './repay-api.ts'
import { partsText, type Way } from './repay-view.ts'

interface WalletWish {
  amount: Fen
  months: string[]
  payPwd: string
}

/** Repays from the wallet at once, and says what it went to. A refusal is left to whoever asked for the password. */
export function useWalletRepayment(done: () => void) {
  const attempt = useAttempt()
  return useCall((wish: WalletWish) => attempt.run(statementApi.repayByWallet, wish), {
    refresh: AFTER_REPAYING,
    failed: () => undefined,
    done: ({ parts }) => {
      done()
      showNotice(`还款成功：${partsText(parts)}`)
    },
  })
}

interface Elsewhere {
  way: Exclude<Way, 'wallet' | 'acceptance'>
  amount: Fen
  months: readonly string[]
}

/** Begins a repayment whose money comes from outside, and goes to the page where it is paid, or told where to. */
export function useGoingElsewhere() {
  const attempt = useAttempt()
  const navigate = useNavigate()
  return useCall(
    ({ way, amount, months }: Elsewhere) =>
      way === 'transfer'
        ? attempt.run(repayApi.repayByTransfer, { amount, months: [...months] })
        : attempt.run(repayApi.repayOnline, { amount, months: [...months], channel: way }),
    {
      done: ({ paymentId }, { way }) =>
        navigate({ to: way === 'transfer' ? '/my_order_transfer_info' : '/order_pay_online_pay', search: { paymentId } }),
    },
  )
}
