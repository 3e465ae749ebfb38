import type { PaymentMethod } from '#contract/orders/orders/amounts.ts'
import { parsePaymentMethod } from './checkout-view.ts'

/** Each company has its own habit. */
const keyOf = (enterpriseId: string) => `yanfeng.method.${enterpriseId}`

/** The method by which the last order of a company was submitted in this browser; undefined: none. */
export const readLastMethod = (enterpriseId: string | undefined): PaymentMethod | undefined =>
  enterpriseId === undefined ? undefined : parsePaymentMethod(localStorage.getItem(keyOf(enterpriseId)) ?? undefined)

export function saveLastMethod(enterpriseId: string | undefined, method: PaymentMethod): void {
  if (enterpriseId !== undefined) localStorage.setItem(keyOf(enterpriseId), method)
}
