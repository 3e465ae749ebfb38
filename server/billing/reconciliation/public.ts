/**
 * Owns the daily comparison with the payment providers, and its differences.
 * Writes the tables `recon_difference` and `recon_run`.
 * Never writes a payment.
 */

export { reconcileMissedDays } from './reconcile-days.ts'
