/**
 * Owns what staff see of batches: which lie where, where they went, and which end soon. Writes no table: catalog/inventory keeps the batches, and a
 * trigger moves them.
 */

export { notifyStaffOfEndingBatches } from './ending-batch-notices.ts'
