import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type PaymentMethod, paymentMethods } from '../../contract/ordering/amounts.ts'
import type { OrderLine, OrderRow } from '../../contract/ordering/shapes.ts'
import { AuthorisingError } from '../../ui/send.ts'
import { cartApi } from '../cart/cart-api.ts'
import { AFTER_ORDER } from '../checkout/checkout-api.ts'
import { useChangeMethod, usePayRoute } from '../checkout/use-trade.ts'
import { showError, showNotice } from '../parts/notify.ts'
import { emit } from '../session/events.ts'
import { useCall } from '../session/use-call.ts'
import { orderingApi } from './ordering-api.ts'

interface Added {
  count: number
  added: number
  failed: { goodsName: string; why: string }[]
}

/** Puts the lines of an order into the cart, one by one: what cannot be had any more does not keep the others out. */
async function addAll(lines: readonly OrderLine[]): Promise<Added> {
  const sofar: Added = { count: 0, added: 0, failed: [] }
  for (const { skuId, goodsNum, goodsName } of lines) {
    try {
      sofar.count = (await cartApi.add({ skuId, goodsNum })).count
      sofar.added += 1
    } catch (error) {
      if (error instanceof AuthorisingError) throw error
      sofar.failed.push({ goodsName, why: error instanceof Error ? error.message : '' })
    }
  }
  return sofar
}

/** 再次购买: what was bought goes into the cart again, and the cart is shown. */
export function useAddAgain() {
  const navigate = useNavigate()
  return useCall(addAll, {
    refresh: [['cart']],
    done: ({ count, added, failed }) => {
      if (failed.length > 0)
        showError(`${failed.length} 种商品未加入购物车：${failed.map(({ goodsName, why }) => `${goodsName}（${why}）`).join('；')}`)
      if (added === 0) return
      emit('addToCart', { count })
      showNotice(`${added} 种商品已加入购物车`)
      void navigate({ to: '/cart' })
    },
  })
}

/** Ends or receives an order. `done` closes what asked for it. */
export function useActs({ orderNo }: Pick<OrderRow, 'orderNo'>, done: () => void) {
  const cancel = useCall((reason: string) => orderingApi.cancel({ orderNo, reason }), {
    refresh: AFTER_ORDER,
    done: () => {
      emit('orderCanceled', { orderNo })
      showNotice('订单已取消')
      done()
    },
  })
  const askCancel = useCall((reason: string) => orderingApi.askCancel({ orderNo, reason }), {
    refresh: AFTER_ORDER,
    done: () => {
      emit('orderStatusChanged', { orderNo })
      showNotice('已提交取消申请，客服确认后原路退回')
      done()
    },
  })
  const receive = useCall(() => orderingApi.receive({ orderNo }), {
    refresh: AFTER_ORDER,
    done: () => {
      emit('orderStatusChanged', { orderNo })
      showNotice('已确认收货')
      done()
    },
  })
  return { cancel, askCancel, receive }
}

/** Pays an order by a method; where that is another than the one it has, it is changed first, and asked about when the price changes. */
export function usePayOrder({ tradeId, orderNo, method, payable }: Pick<OrderRow, 'tradeId' | 'orderNo' | 'method' | 'payable'>) {
  const queries = useQueryClient()
  const [asking, setAsking] = useState<string>()
  const [repricing, setRepricing] = useState<PaymentMethod>()
  const route = usePayRoute(setAsking)
  const change = useChangeMethod((trade) => {
    setRepricing(undefined)
    return route(trade)
  })
  const pay = (wanted: PaymentMethod) => {
    if (wanted === method) return route({ tradeId, method, payable, orders: [{ orderNo, payable, state: 'WAIT_PAY' }] })
    if (paymentMethods[wanted].priceType !== paymentMethods[method].priceType) return setRepricing(wanted)
    return change.mutate({ tradeId, method: wanted })
  }
  const close = () => {
    setAsking(undefined)
    void queries.invalidateQueries({ queryKey: ['order'] })
  }
  return {
    pay: (wanted: PaymentMethod) => void pay(wanted),
    busy: change.isPending,
    asking,
    close,
    repricing,
    reprice: () => repricing && change.mutate({ tradeId, method: repricing }),
    keep: () => setRepricing(undefined),
  }
}
