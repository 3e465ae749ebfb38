export { type CartOwner, deleteLines, emptyCart, findLines, lockLines } from './cart-lines.ts'
