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
