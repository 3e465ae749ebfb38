/**
 * Owns the record of the installation, and the checks of keys and of demo data at the start.
 * Writes the tables `former_secret`, `installation` and `seal_key`.
 * Never seals a value with another key: platform/core does.
 */

export { requireKeysMatchDatabaseAndAddFormer } from './check-keys.ts'
export { markDatabaseAsDemo, requireDemoAllowed, requireNoDemoAccountsInProduction } from './demo.ts'
export { runMallSecretExchangePhase } from './exchange-secret.ts'
export { publishedDemoEmails, publishedDemoMobiles, publishedDemoPassword } from './published-accounts.ts'
export { sealedColumns } from './sealed-columns.ts'
