import { watchToken } from '#storefront/platform/sessions/token.ts'

/**
 * The page of an order whose buyer has left it to make its payment possible: to top up, to repay, to accept the agreement, to set a payment
 * password. The provider of a payment leads back to the result of that payment and knows nothing of the order, so this tab remembers it.
 */
const STORAGE_KEY = 'yanfeng.waiting-order'
const ORDER_PAGE = /^\/order_(?:info|pay_password)(?:\?|$)/
/** A confirmation names up to 200 cart lines. */
const LENGTH_MAX = 9_000

export function saveWaitingOrder(path: string): void {
  try {
    if (ORDER_PAGE.test(path) && path.length <= LENGTH_MAX) sessionStorage.setItem(STORAGE_KEY, path)
  } catch {
    console.warn('the order that waits is not remembered, because the storage is full or blocked')
  }
}

export function readWaitingOrder(): string | undefined {
  const path = sessionStorage.getItem(STORAGE_KEY)
  return path !== null && ORDER_PAGE.test(path) ? path : undefined
}

/** The buyer is with the order again. */
export const clearWaitingOrder = (): void => sessionStorage.removeItem(STORAGE_KEY)

watchToken(({ loggedOut }) => {
  if (loggedOut) clearWaitingOrder()
})
