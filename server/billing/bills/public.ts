export { listBills } from './bills.ts'
