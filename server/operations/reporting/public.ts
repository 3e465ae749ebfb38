/**
 * Owns the lists and counts of several modules for staff, and the daily notice of low stock.
 * Writes no table.
 * Never changes what it counts.
 */

export { countLowStockSkusByShop, notifyStaffOfLowStock } from './low-stock-notices.ts'
export { addFollowUpsToWorkQueue, countWorkQueue } from './staff-queue.ts'
export type { WorkQueueScope } from './work-queue-scope.ts'
