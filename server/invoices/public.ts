export { followMoneyBack } from './red-letters.ts'
export { type Around, runInvoices, speakOf } from './speak.ts'
