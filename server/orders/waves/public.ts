/**
 * Owns the waves: which orders are picked together, and how far each of them is.
 * Writes the tables `wave` and `wave_order`.
 * Never ships otherwise than orders/fulfilment does.
 */

export { readParcelsShippedFromWave } from './wave-orders.ts'
