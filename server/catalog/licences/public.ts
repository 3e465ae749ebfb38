/**
 * Owns the kinds of licences, the licences of shops, and the licences that companies submit. Writes the tables `enterprise_licence`,
 * `licence_kind` and `shop_licence`. Never knows which goods demand a kind: goods and categories name the kinds.
 */

export { findLicenceKindsById, lockExistingLicenceKindIds, requireLicenceKindsExist } from './kind-store.ts'
export { findLicenceNeedsBlockingPurchase, readLicenceNeedsByGoods } from './licence-status.ts'
export {
  endExpiredLicencesAndSendReminders,
  releasePicturesOfRejectedAndEndedLicences,
} from './reminders.ts'
export { findShopLicenceEndDays } from './shop-licence-store.ts'
export { deleteUnstoredShopLicences } from './shop-licences.ts'
