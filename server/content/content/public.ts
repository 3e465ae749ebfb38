/**
 * Owns the articles, agreements, holidays, settings and company pictures of the mall.
 * Writes the tables `article`, `article_version`, `company_picture`, `help_category`, `holiday`, `setting` and `setting_version`.
 * Never sends a message to anybody.
 */

export { listAgreementHashes, readAgreement } from './articles/agreements.ts'
export { insertMissingDefaultArticles } from './articles/seed-defaults.ts'
export {
  deleteUnusedMallCompanyPictures,
  insertMallCompanyPicture,
  LARGE_LOGO_FILE_NAME,
  markMallCompanyPicturesUsed,
  readMallCompanyPicture,
  STAMP_FILE_NAME,
} from './company-pictures.ts'
export { listHolidays, officialDayExceptions, readSpecialDays } from './holidays.ts'
export {
  hasMallBankAccount,
  listSettingVersions,
  lockSettingGroup,
  readAcceptanceSettings,
  readBankTransferSecondPersonThreshold,
  readCollectionSettings,
  readHomeHeroPicture,
  readJournalSettings,
  readLevelThresholds,
  readMallBankAccount,
  readMallContractParty,
  readMallProfileForPages,
  readPriceConfirmPercent,
  readReceiptDays,
  readSettingGroups,
  readSettledSetupSteps,
  readSiteInfo,
  readStoredJournalSettings,
  requireMallBankAccount,
  type StoredSettings,
  saveSettingGroup,
} from './settings.ts'
