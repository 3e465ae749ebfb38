/**
 * Owns the provision for bad debts: its monthly runs and their calculation.
 * Writes the tables `provision_line` and `provision_run`.
 * Never writes a claim: money/bad-debts does.
 */

export { findLastProvisionMonth, listProvisionLines, listProvisionRuns } from './provision-rows.ts'
export { lockAndReadProvisionBalance, postMonthlyProvision, readProvisionBalance, readProvisionBands } from './run-provision.ts'
