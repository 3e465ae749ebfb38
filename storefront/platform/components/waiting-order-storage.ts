import { getCurrentTime } from '#storefront/platform/components/use-now.ts'
import { deleteFormDraft, findFormDraft, getFormDraftOwner, saveFormDraft } from '#storefront/platform/sessions/draft/form-draft.ts'

/**
 * The page of an order whose buyer has left it to make its payment possible: to top up, to repay, to accept the agreement, to set a payment
 * password. The provider of a payment leads back to the result of that payment and knows nothing of the order, so this tab remembers it. It
 * is kept like what was typed into a form: for this person in this company and for half a day.
 */
const PLACE = 'waiting order'
const ORDER_PAGE = /^\/order_(?:info|pay_password)(?:\?|$)/
/** A confirmation names up to 200 cart lines. */
const LENGTH_MAX = 9_000

export function saveWaitingOrder(path: string, now = getCurrentTime()): void {
  if (ORDER_PAGE.test(path) && path.length <= LENGTH_MAX) saveFormDraft(PLACE, getFormDraftOwner(), { base: '', values: path, now })
}

export function readWaitingOrder(now = getCurrentTime()): string | undefined {
  const path: unknown = findFormDraft(PLACE, '', now)
  return typeof path === 'string' && ORDER_PAGE.test(path) ? path : undefined
}

/** The buyer is with the order again. */
export const clearWaitingOrder = (): void => deleteFormDraft(PLACE)
