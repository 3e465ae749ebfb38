/**
 * Owns sending the SMS alerts.
 * Writes no table.
 * Never stores who wants an alert: people/messaging does.
 */

export { sendAlerts } from './send-alerts.ts'
