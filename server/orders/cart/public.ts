/**
 * Owns the cart lines of people.
 * Writes the table `cart_line`.
 * Never reserves stock: orders/checkout does.
 */

export { addManyToCart } from './add-many.ts'
export { type CartOwner, deleteCart, deleteCartLines, findCartLines, findCartSkuIdsByUser, lockCartLines } from './cart-line-store.ts'
