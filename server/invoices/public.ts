export { findInvoices } from './lists.ts'
export { followMoneyBack } from './red-letters.ts'
export { type Around, runInvoices, speakOf } from './speak.ts'
export { demandInvoice, describeForBuyer, describeRows } from './view.ts'
