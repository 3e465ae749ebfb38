/**
 * Owns the delivery terms of the mall. Writes the table `delivery_terms`. Never reads an order: the caller passes in since when it waits.
 */

export { readDeliveryCalendar } from './delivery-calendar.ts'
export { isShipDueSql, readShippingCalendar } from './ship-due.ts'
