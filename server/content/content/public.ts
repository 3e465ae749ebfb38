/**
 * Owns the articles, agreements, holidays and settings of the mall.
 * Writes the tables `article`, `article_version`, `help_category`, `holiday` and `setting`.
 * Never sends a message to anybody.
 */

export { listAgreementHashes, readAgreement } from './articles/agreements.ts'
export { seedDefaults } from './articles/seed-defaults.ts'
export { listHolidays } from './holidays.ts'
export {
  lockSettings,
  readBankSettings,
  readLevelThresholds,
  readPriceConfirmPercent,
  readSettings,
  readSiteInfo,
  type StoredSettings,
  saveSettings,
} from './settings.ts'
