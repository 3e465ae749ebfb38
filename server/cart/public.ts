export { type CartOwner, deleteLines, findLines, lockLines } from './cart-lines.ts'
