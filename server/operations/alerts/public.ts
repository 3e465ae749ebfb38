/**
 * Owns sending the SMS alerts.
 * Writes no table.
 * Never stores who wants an alert: people/messaging does.
 */

export { sendSmsAlerts } from './send-alerts.ts'
