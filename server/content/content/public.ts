/**
 * Owns the articles, agreements, holidays, settings, bank accounts and company pictures of the mall.
 * Writes the tables `article`, `article_version`, `company_picture`, `help_category`, `holiday`, `own_account`, `setting` and `setting_version`.
 * Never sends a message to anybody.
 */

export { listAgreementHashes, readPublishedAgreement } from './articles/agreements.ts'
export { insertMissingDefaultArticles } from './articles/seed-defaults.ts'
export {
  deleteMallCompanyPicturesUnusedForADay,
  insertMallCompanyPicture,
  LARGE_LOGO_FILE_NAME,
  markMallCompanyPicturesUsed,
  readMallCompanyPictureInSize,
  STAMP_FILE_NAME,
} from './company-pictures.ts'
export {
  addOfficialDays,
  listHolidaysAndMakeUpWorkdaysOfYear,
  officialHolidaysAndMakeUpWorkdays,
  readHolidaysAndMakeUpWorkdaysInSpan,
  selectEnteredSpecialDays,
} from './holidays.ts'
export { type CompleteBankSettings, type OwnAccount, requireOwnAccount } from './own-accounts.ts'
export {
  hasMallBankAccount,
  holdOwnAccount,
  holdOwnAccountOfTypedLine,
  listOwnAccountLabels,
  listOwnAccounts,
  listSettingVersions,
  lockSettingGroup,
  readAcceptanceLimitReleaseSettings,
  readAllSettingGroupsForConsole,
  readAutomaticReceiptDaysAfterDelivery,
  readBankTransferSecondPersonThreshold,
  readBatchEndingDays,
  readCollectionAndTypedBankLineSettings,
  readHomeHeroPictureSetting,
  readJournalSettings,
  readJournalSettingsWithVersion,
  readMallBankAccount,
  readMallContractParty,
  readMallProfileForPages,
  readMemberLevelThresholdAmounts,
  readOrderProposalValidDays,
  readPriceChangeConfirmPercent,
  readPublicMallProfile,
  readPurchasePriceToleranceBp,
  readReadingSettings,
  readSetupProgressSetting,
  readWeightTolerance,
  requireMallBankAccount,
  type StoredSettingGroup,
  saveSettingGroup,
} from './settings.ts'
