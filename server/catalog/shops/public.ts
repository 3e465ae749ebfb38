/**
 * Owns the shops, and decides which staff may keep which of them.
 * Writes the table `shop`.
 * Never deletes a shop: it is paused.
 */

export { createShop } from './edit-shop.ts'
export { addCheckToConsoleHandlers } from './guard-handlers.ts'
export { findShop, findShopNames, findShopReturnAddress } from './shop-store.ts'
export {
  areAllInShopsOrUnrestrictedSql,
  findShopIdsStaffIsLimitedTo,
  isInShopsOrUnrestrictedSql,
  listShopIdsOfStaff,
  listShopIdsOfStaffWhoseWorkNeeds,
  listStaffIdsOfShop,
} from './staff-shops.ts'
