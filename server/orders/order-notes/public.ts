/**
 * Owns what staff note about an order, and who tags it.
 * Writes the table `order_note`.
 * Never shows any of it to a buyer.
 */

export { deleteOrderNotesOfEnterprises } from './order-notes.ts'
