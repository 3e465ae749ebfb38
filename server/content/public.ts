export { readAgreement } from './agreements.ts'
export { listHolidays } from './holidays.ts'
