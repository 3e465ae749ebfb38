export { addManyToCart } from './add-many.ts'
export { type CartOwner, deleteLines, emptyCart, findLines, lockLines, skusInCarts } from './cart-lines.ts'
