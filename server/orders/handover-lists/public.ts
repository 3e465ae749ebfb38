/**
 * Owns the hand-over lists: which parcels a carrier took on a day.
 * Writes no table.
 * Never shows parcels of our own tankers: no carrier takes them.
 */

export { readHandoverListOfCarrierAndDay } from './handover-list.ts'
