/**
 * Owns the shops, and which staff keep which of them.
 * Writes the tables `shop` and `staff_shop`.
 * Never deletes a shop: it is paused.
 */

export { createShop } from './edit-shop.ts'
export { addCheckToConsoleHandlers } from './guard-handlers.ts'
export { findShop, findShopNames, findShopReturnAddress } from './shop-store.ts'
export {
  areAllInShopsOrUnrestrictedSql,
  findShopIdsStaffIsLimitedTo,
  giveShopsOfCreator,
  isInShopsOrUnrestrictedSql,
  listShopIdsOfStaffWithAnyRole,
  listStaffIdsOfShop,
} from './staff-shops.ts'
