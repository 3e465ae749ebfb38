export { readAgreement } from './agreements.ts'
export { listHolidays } from './holidays.ts'
export { readBankAccount, readSiteInfo } from './settings.ts'
