/**
 * Owns the cart lines of people.
 * Writes the table `cart_line`.
 * Never reserves stock: orders/checkout does.
 */

export { addLinesToCartIndependently } from './add-many.ts'
export {
  type CartOwner,
  deleteCartLines,
  deleteCartOfEndedMembership,
  deleteCartsOfPunchOuts,
  deleteIdleCarts,
  findCartLines,
  findCartSkuIdsByUser,
  lockCartLines,
} from './cart-line-store.ts'
export { readPricedCartLinesByShop } from './cart-view.ts'
