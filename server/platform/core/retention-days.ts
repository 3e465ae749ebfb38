import { addHours } from '#contract/platform/core/shanghai.ts'
import { environmentSettings, type IntegerEnvironmentSettingName } from './environment-settings.ts'

/** Things that are deleted some days after their end, with the setting for the number of days. */
export const retentionSettingNamesByKind = {
  sessions: 'RETENTION_SESSIONS',
  messages: 'RETENTION_MESSAGES',
  staffNotices: 'RETENTION_STAFF_NOTICES',
  imports: 'RETENTION_IMPORTS',
  apiKeys: 'RETENTION_API_KEYS',
  deliveries: 'RETENTION_DELIVERIES',
  punchOuts: 'RETENTION_PUNCH_OUTS',
  idempotencyKeys: 'RETENTION_IDEMPOTENCY_KEYS',
  proofRuns: 'RETENTION_PROOF_RUNS',
  failedJobs: 'RETENTION_FAILED_JOBS',
  events: 'RETENTION_EVENTS',
  missedSearches: 'RETENTION_MISSED_SEARCHES',
  readings: 'RETENTION_READINGS',
  papers: 'RETENTION_PAPERS',
  licencePictures: 'RETENTION_LICENCE_PICTURES',
  closedAccounts: 'RETENTION_CLOSED_ACCOUNTS',
  carts: 'RETENTION_CARTS',
} as const satisfies Record<string, IntegerEnvironmentSettingName>

export type RetainedKind = keyof typeof retentionSettingNamesByKind
/** Days for each kind. */
export type RetentionDays = Readonly<Record<RetainedKind, number>>

/** Reads the days of each kind with `read`, which returns the value of a setting. */
export const readRetentionDays = (read: (name: IntegerEnvironmentSettingName) => number): RetentionDays =>
  Object.fromEntries(Object.entries(retentionSettingNamesByKind).map(([kind, name]) => [kind, read(name)])) as RetentionDays

/** The days that apply without a setting. */
export const DEFAULT_RETENTION_DAYS: RetentionDays = readRetentionDays((name) => environmentSettings[name].initial)

/** The moment `days` before `now`. */
export const daysBefore = ({ now }: { now: Date }, days: number): Date => addHours(now, -24 * days)
