export { addManyToCart } from './add-many.ts'
export { type CartOwner, deleteLines, emptyCart, findLines, lockLines } from './cart-lines.ts'
