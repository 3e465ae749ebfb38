export { agreementHashes, readAgreement } from './articles/agreements.ts'
export { plantSeeds } from './articles/seeds.ts'
export { listHolidays } from './holidays.ts'
export { readBankAccount, readSiteInfo, readThresholds } from './settings.ts'
