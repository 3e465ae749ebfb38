/**
 * Owns the kinds of licences, the licences of shops, and those that companies hand in.
 * Writes the tables `enterprise_licence`, `licence_kind` and `shop_licence`.
 * Never knows which goods demand a kind: goods and categories name the kinds.
 */

export { findLicenceKinds, lockLicenceKinds, requireLicenceKinds } from './kind-store.ts'
export { releaseRejectedLicencePictures, sendLicenceReminders } from './reminders.ts'
export { findCurrentShopLicences } from './shop-licence-store.ts'
export { deleteUnstoredShopLicences } from './shop-licences.ts'
export { findUnmetLicenceNeeds } from './standing.ts'
