/**
 * Owns the articles, agreements, holidays, settings and company pictures of the mall.
 * Writes the tables `article`, `article_version`, `company_picture`, `help_category`, `holiday`, `setting` and `setting_version`.
 * Never sends a message to anybody.
 */

export { listAgreementHashes, readAgreement } from './articles/agreements.ts'
export { insertMissingDefaultArticles } from './articles/seed-defaults.ts'
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
  hasMallBankAccount,
  listSettingVersions,
  lockSettingGroup,
  readAcceptanceSettings,
  readCollectionSettings,
  readHomeStage,
  readJournalSettings,
  readLevelThresholds,
  readMallBankAccount,
  readMallContractParty,
  readPageProfile,
  readPriceConfirmPercent,
  readSettingGroups,
  readSetupProgress,
  readSiteInfo,
  readStoredJournalSettings,
  readTwoPersonConfirmationAmount,
  requireMallBankAccount,
  type StoredSettings,
  saveSettingGroup,
} from './settings.ts'
