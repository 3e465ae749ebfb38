import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type PaymentMethod, paymentMethods } from '#contract/orders/orders/amounts.ts'
import type { OrderRow } from '#contract/orders/orders/shapes.ts'
import { useAddLinesToCart } from '#storefront/catalog/goods/use-add-lines-to-cart.tsx'
import { invalidatedByOrder } from '#storefront/orders/checkout/checkout-api.ts'
import { useChangePaymentMethod, useGoToPayment } from '#storefront/orders/checkout/use-trade.ts'
import { showNotice } from '#storefront/platform/components/notify.ts'
import { useClearStoredForm } from '#storefront/platform/components/use-persisted-state.ts'
import { emitClientEvent } from '#storefront/platform/sessions/events.ts'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { toCancellationFormName } from './order-view.ts'
import { orderApi } from './ordering-api.ts'

/** 再次购买: adds the goods of an order to the cart again and opens the cart. Goods that are not available are listed with the reason. */
export const useBuyAgain = () => useAddLinesToCart({ toCart: true })

/** Cancels an order or confirms its receipt. `done` closes the dialog that called it. */
export function useOrderActions({ orderNo }: Pick<OrderRow, 'orderNo'>, done: () => void) {
  const clearCancellation = useClearStoredForm(toCancellationFormName(orderNo))
  const cancel = useApiMutation((reason: string) => orderApi.cancel({ orderNo, reason }), {
    clearStoredForm: clearCancellation,
    invalidates: invalidatedByOrder,
    fields: ['reason'],
    onSuccess: () => {
      emitClientEvent('orderCanceled', { orderNo })
      showNotice('订单已取消')
      done()
    },
  })
  const askCancel = useApiMutation((reason: string) => orderApi.askCancel({ orderNo, reason }), {
    clearStoredForm: clearCancellation,
    invalidates: invalidatedByOrder,
    fields: ['reason'],
    onSuccess: () => {
      emitClientEvent('orderStatusChanged', { orderNo })
      showNotice('已提交取消申请，客服确认后原路退回')
      done()
    },
  })
  const withdrawCancel = useApiMutation(() => orderApi.withdrawCancel({ orderNo }), {
    invalidates: invalidatedByOrder,
    onSuccess: () => {
      emitClientEvent('orderStatusChanged', { orderNo })
      showNotice('已撤回取消申请，订单继续备货')
      done()
    },
  })
  const receive = useApiMutation(() => orderApi.receive({ orderNo }), {
    invalidates: invalidatedByOrder,
    onSuccess: () => {
      emitClientEvent('orderStatusChanged', { orderNo })
      showNotice('已确认收货')
      done()
    },
  })
  return { cancel, askCancel, withdrawCancel, receive }
}

/**
 * Pays an order by a method. If it differs from the current one, the method is changed first, after a confirmation if the price changes.
 */
export function usePayOrder({ tradeId, orderNo, method, payable }: Pick<OrderRow, 'tradeId' | 'orderNo' | 'method' | 'payable'>) {
  const queries = useQueryClient()
  const [asking, setAsking] = useState<string>()
  const [repricing, setRepricing] = useState<PaymentMethod>()
  const route = useGoToPayment(setAsking)
  const changing = useChangePaymentMethod((trade) => {
    setRepricing(undefined)
    return route(trade)
  })
  const pay = (wanted: PaymentMethod) => {
    if (wanted === method) return route({ tradeId, method, payable, orders: [{ orderNo, payable, state: 'WAIT_PAY' }] })
    if (paymentMethods[wanted].priceType !== paymentMethods[method].priceType) return setRepricing(wanted)
    return changing.change({ tradeId, method: wanted })
  }
  const settle = () => {
    changing.dismiss()
    setRepricing(undefined)
  }
  const close = () => {
    setAsking(undefined)
    void queries.invalidateQueries({ queryKey: ['order'] })
  }
  return {
    pay: (wanted: PaymentMethod) => void pay(wanted),
    busy: changing.busy,
    changing: { ...changing, dismiss: settle },
    asking,
    close,
    // Only one confirmation is open at a time: first the change of the method, then the removal of the coupon.
    repricing: changing.unmet ? undefined : repricing,
    reprice: () => repricing && changing.change({ tradeId, method: repricing }),
    dismissRepricing: () => setRepricing(undefined),
  }
}
