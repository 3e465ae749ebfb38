import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { PaymentMethod } from '#contract/orders/orders/amounts.ts'
import type { SubmittedTrade } from '#contract/orders/orders/shapes.ts'
import { Refusal } from '#contract/platform/core/refusal.ts'
import type { ClearStoredForm } from '#storefront/platform/components/use-persisted-state.ts'
import { useNavigate } from '#storefront/platform/routing/routing.tsx'
import { emitClientEvent } from '#storefront/platform/sessions/events.ts'
import { showRefusalAtFormField } from '#storefront/platform/sessions/form-errors.ts'
import { HANDLED_AT_FIELD, handleRefusalAtPaymentPassword, useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { useUser } from '#storefront/platform/sessions/use-session.ts'
import { TransportError } from '#ui/send.ts'
import { checkoutApi, invalidatedByOrder, saveLastPaymentMethod, tradeQuery } from './checkout-api.ts'
import { type OrderChanges, parseOrderChangesInRefusal, toTradeViewModel } from './checkout-view.ts'
import type { CheckoutFormValues } from './shop-section.tsx'

/** Stores a trade from the server's answer, and invalidates the queries that it affects. */
function useUpdateTradeInCache() {
  const queries = useQueryClient()
  return (trade: SubmittedTrade) => {
    for (const queryKey of invalidatedByOrder) void queries.invalidateQueries({ queryKey })
    // What the methods cost stays shown until it is fetched again.
    queries.setQueryData(tradeQuery(trade.tradeId).queryKey, (was) => (was?.methods ? { ...trade, methods: was.methods } : trade))
  }
}

/** Opens the next page of a trade: the gateway, the transfer, or the result. It calls `requestPassword` if a payment password is needed. */
export function useGoToPayment(requestPassword: (tradeId: string) => void) {
  const navigate = useNavigate()
  return (trade: SubmittedTrade, { replace = false } = {}) => {
    const { tradeId, method } = trade
    const { state, open } = toTradeViewModel(trade)
    const [first] = open
    if (state === 'paid') return navigate({ to: '/order_pay_success', search: { tradeId }, replace })
    if (state !== 'unpaid' || first === undefined) return navigate({ to: '/my_order', replace })
    if (method === 'online') return navigate({ to: '/order_pay_online_pay', search: { tradeId }, replace })
    if (method === 'transfer') return navigate({ to: '/my_order_transfer_info', search: { orderNo: first.orderNo }, replace })
    return requestPassword(tradeId)
  }
}

interface SubmitOptions {
  /** Fetches the page again after a refusal. */
  restate: () => unknown
  form: UseFormReturn<CheckoutFormValues>
  /** Deletes what is stored of the form. */
  sent: ClearStoredForm
}

/** Submits the confirmation page. The payment follows. */
export function useSubmitOrder({ restate, form, sent }: SubmitOptions) {
  const user = useUser()
  const updateTradeInCache = useUpdateTradeInCache()
  const [moved, setMoved] = useState<OrderChanges>()
  const [asking, setAsking] = useState<string>()
  const pay = useGoToPayment(setAsking)
  const submit = useApiMutation(checkoutApi.submit, {
    clearStoredForm: sent,
    onSuccess: (trade, { cartIds, method }) => {
      saveLastPaymentMethod(user, method)
      updateTradeInCache(trade)
      for (const { orderNo } of trade.orders) emitClientEvent('orderCreated', { orderNo })
      emitClientEvent(cartIds ? 'cartOrderSubmitted' : 'directOrderSubmitted')
      for (const orderNo of trade.withGifts) emitClientEvent('memberOrderSubmitted', { orderNo })
      void pay(trade, { replace: true })
    },
    onError: (error) => {
      // The answer was lost. The order may exist already, so the page keeps its state and sends the same request again.
      if (!(error instanceof TransportError)) void restate()
      const changes = parseOrderChangesInRefusal(error)
      if (!changes) return showRefusalAtFormField(form, error)
      setMoved(changes)
      return HANDLED_AT_FIELD
    },
  })
  return {
    submit: submit.mutate,
    busy: submit.isPending,
    done: submit.isSuccess,
    lost: submit.error instanceof TransportError,
    moved,
    clearMoved: () => setMoved(undefined),
    /** The trade whose payment needs the password. */
    asking,
  }
}

/** Pays a trade by its method, with the password. */
export function usePayTradeWithPassword(trade: SubmittedTrade, { paid }: { paid: () => unknown }) {
  const updateTradeInCache = useUpdateTradeInCache()
  const queries = useQueryClient()
  const call = trade.method === 'credit' ? checkoutApi.payByCredit : checkoutApi.payByWallet
  return useApiMutation((payPwd: string) => call({ tradeId: trade.tradeId, payPwd, seenPayable: toTradeViewModel(trade).payable }), {
    onSuccess: (answer) => {
      updateTradeInCache(answer)
      emitClientEvent('paymentApplied', { tradeId: answer.tradeId })
      for (const { orderNo } of answer.orders) emitClientEvent('orderStatusChanged', { orderNo })
      return paid()
    },
    onError: (error) => {
      void queries.invalidateQueries({ queryKey: tradeQuery(trade.tradeId).queryKey })
      return handleRefusalAtPaymentPassword(error)
    },
  })
}

interface MethodChange {
  tradeId: string
  method: PaymentMethod
}

/**
 * Changes the payment method of an unpaid trade. The server prices it again. If a coupon does not reach its threshold at those prices, the
 * buyer is asked before it is removed. Any other refusal is shown and passed to `refused`.
 */
export function useChangePaymentMethod(done: (trade: SubmittedTrade) => unknown, refused?: (method: PaymentMethod, why: string) => void) {
  const updateTradeInCache = useUpdateTradeInCache()
  const [unmet, setUnmet] = useState<MethodChange & { why: string }>()
  const dismiss = () => setUnmet(undefined)
  const call = useApiMutation((input: MethodChange & { withoutCoupons?: boolean }) => checkoutApi.changeMethod(input), {
    onSuccess: (trade) => {
      dismiss()
      updateTradeInCache(trade)
      return done(trade)
    },
    onError: (error, input) => {
      if (error instanceof Refusal && error.reason === 'COUPON_NOT_MET') {
        setUnmet({ ...input, why: error.message })
        return HANDLED_AT_FIELD
      }
      dismiss()
      refused?.(input.method, error.message)
      return undefined
    },
  })
  return {
    change: (input: MethodChange) => call.mutate(input),
    busy: call.isPending,
    /** The change that a coupon prevents, and why. */
    unmet,
    doWithout: () => unmet && call.mutate({ tradeId: unmet.tradeId, method: unmet.method, withoutCoupons: true }),
    dismiss,
  }
}
