export { addManyToCart } from './add-many.ts'
export { type CartOwner, deleteCartLines, emptyCart, findCartLines, findSkusInCarts, lockCartLines } from './cart-line-store.ts'
