/**
 * Owns the changes that wait for a second administrator or for a day to pass.
 * Writes the table `sensitive_change`.
 * Never writes a setting or an account: the module that owns it does.
 */

export { applyDueSensitiveChanges } from './decide-sensitive-change.ts'
export { recordSettingsAudit, requireSettingUnchangedSinceRead } from './first-setting.ts'
