export { followMoneyBack } from './red-letters.ts'
export { findInvoices } from './rows.ts'
export { type Around, runInvoices, speakOf } from './speak.ts'
export { demandInvoice, describeForBuyer, describeRows } from './view.ts'
