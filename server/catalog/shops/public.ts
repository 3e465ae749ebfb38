/**
 * Owns the shops, and which staff keep which of them.
 * Writes the tables `shop` and `staff_shop`.
 * Never deletes a shop: it is paused.
 */

export { createShop } from './edit-shop.ts'
export { guardHandlers } from './guard-handlers.ts'
export { findPausedShops, findReturnAddress, findShopNames } from './shop-store.ts'
export { findShopsOfStaff, listStaffIdsOfShop } from './staff-shops.ts'
