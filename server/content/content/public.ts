/**
 * Owns the articles, agreements, holidays, settings and company pictures of the mall.
 * Writes the tables `article`, `article_version`, `company_picture`, `help_category`, `holiday`, `setting` and `setting_version`.
 * Never sends a message to anybody.
 */

export { listAgreementHashes, readAgreement } from './articles/agreements.ts'
export { seedDefaults } from './articles/seed-defaults.ts'
export {
  deleteUnusedCompanyPictures,
  insertCompanyPicture,
  LARGE_LOGO_PART,
  markCompanyPicturesUsed,
  readCompanyPicture,
  STAMP_PART,
} from './company-pictures.ts'
export { listHolidays } from './holidays.ts'
export {
  hasBankAccount,
  listSettingVersions,
  lockSettings,
  readBankAccount,
  readContractParty,
  readLevelThresholds,
  readPriceConfirmPercent,
  readSecondPersonAmount,
  readSettings,
  readSetupProgress,
  readSiteInfo,
  requireBankAccount,
  type StoredSettings,
  saveSettings,
} from './settings.ts'
