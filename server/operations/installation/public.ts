export { checkKeys } from './check-keys.ts'
export { recordDemo, requireDemoAllowed, requireNoDemoAccounts } from './demo.ts'
export { publishedEmails, publishedMobiles, publishedPassword } from './published-accounts.ts'
export { sealedColumns } from './sealed-columns.ts'
