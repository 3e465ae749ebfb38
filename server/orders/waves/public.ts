/**
 * Owns the waves: which orders the warehouse picks and packs together.
 * Writes the tables `wave` and `wave_order`.
 * Never ships by itself: orders/fulfilment does.
 */
export { createWave } from './create-wave.ts'
export { listWaves } from './wave-store.ts'
