/**
 * Owns what staff see of batches: which lie where, where they went, and which end soon. Writes no table. Never moves a batch: catalog/inventory
 * does.
 */

export { notifyStaffOfEndingBatches } from './ending-batch-notices.ts'
