import { useMemo } from 'react'
import type { CartItem, CartShop, CartShopWithWithheldPrices } from '#contract/orders/cart/api.ts'
import { showNotice } from '#storefront/platform/components/notify.ts'
import { emitClientEvent } from '#storefront/platform/sessions/events.ts'
import { useChangeShownAtOnce } from '#storefront/platform/sessions/use-change-shown-at-once.ts'
import { formatCount } from '#ui/format.ts'
import { cartApi, cartQuery } from './cart-api.ts'
import { computeMaxOrderableQuantity, toPricedCart, withCartLineQuantity, withChangedCartLines, withoutCartLines } from './cart-view.ts'

/** The key of queries and changes of the cart. */
export const CART_KEY = ['cart']

interface Change<Input, Answer> {
  call: (input: Input) => Promise<Answer>
  /** The expected cart. */
  sketch: (cart: CartShop[], input: Input) => CartShop[]
  done?: (answer: Answer, input: Input) => void
}

/** A change of the cart that is shown at once. A cart whose prices are withheld is not changed before the server has answered. */
const useChange = <Input, Answer>({ sketch, ...change }: Change<Input, Answer>) =>
  useChangeShownAtOnce({
    ...change,
    changes: CART_KEY,
    shows: cartQuery.queryKey,
    sketch: (cart: CartShopWithWithheldPrices[], input: Input) => {
      const priced = toPricedCart(cart)
      return priced ? sketch(priced, input) : cart
    },
    // A confirmation page that was opened meanwhile has shown the quantities of before. It waits for this change to end.
    invalidates: [CART_KEY, ['preview']],
  })

/** The actions on the lines of the cart. */
export function useCartActions() {
  const select = useChange({
    call: (input: { ids: string[]; selected: boolean }) => cartApi.select(input),
    sketch: (cart, { ids, selected }) => withChangedCartLines(cart, ids, (line) => ({ ...line, selected })),
  })
  const setNumber = useChange({
    call: ({ id, goodsNum }: { id: string; goodsNum: number }) => cartApi.setCartNum({ id, goodsNum }),
    sketch: (cart, { id, goodsNum }) => withChangedCartLines(cart, [id], (line) => withCartLineQuantity(line, goodsNum)),
  })
  const remove = useChange({
    call: (ids: string[]) => cartApi.delete({ ids }),
    sketch: withoutCartLines,
    done: ({ count: lines }, ids) => {
      emitClientEvent('orderItemDeleted', { ids })
      emitClientEvent('addToCart', { count: lines })
    },
  })
  const [selectLines, setLineNumber, removeLines] = [select.mutate, setNumber.mutate, remove.mutate]
  // The same object in every rendering, so that only the changed lines of a long cart are rendered again.
  return useMemo(
    () => ({
      select: (ids: string[], selected: boolean) => selectLines({ ids, selected }),
      /** A quantity above the stock is reduced to the stock, with a notice. */
      setQuantity: (line: CartItem, wanted: number) => {
        const most = computeMaxOrderableQuantity(line)
        if (most !== null && wanted > most) showNotice(`${line.goodsName} 现货 ${formatCount(line.stock)} ${line.unit}，已改为最多可购数量`)
        const goodsNum = most === null ? wanted : Math.min(wanted, most)
        if (goodsNum !== line.goodsNum) setLineNumber({ id: line.id, goodsNum })
      },
      remove: (ids: string[]) => removeLines(ids),
    }),
    [selectLines, setLineNumber, removeLines],
  )
}
export type CartActions = ReturnType<typeof useCartActions>
