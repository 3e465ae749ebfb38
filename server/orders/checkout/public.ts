/**
 * Owns the way from goods to an order: the prices of a request, and its submission as a trade.
 * Writes no table.
 * Never takes a payment: orders/orders does.
 */
export { submitOrderRequestAsTrade } from './place-order.ts'
export { previewOrder } from './preview-order.ts'
