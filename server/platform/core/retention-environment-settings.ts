import type { SettingTable } from './environment-setting.ts'

/** How many days what was read from papers can be used for a submission. It is personal data, so it is not kept longer. */
export const READINGS_USED_DAYS = 30

/** How many days data is kept. A term that the law demands is the least that the setting accepts. */
export const retentionEnvironmentSettings = {
  RETENTION_SESSIONS: { what: 'sessions of members and staff, after their end', initial: 30, bounds: [1, 3_650] },
  RETENTION_MESSAGES: { what: 'messages to buyers, read or not', initial: 730, bounds: [30, 36_500] },
  RETENTION_STAFF_NOTICES: { what: 'messages to staff, read or not', initial: 400, bounds: [30, 36_500] },
  RETENTION_IMPORTS: {
    what: 'imports and bulk edits of goods with their rows and files, and the uploaded rows of moving in: an edit can be undone, and a result be downloaded, until then',
    initial: 30,
    bounds: [7, 3_650],
  },
  RETENTION_API_KEYS: { what: 'API keys of companies, after their end', initial: 180, bounds: [1, 3_650] },
  RETENTION_DELIVERIES: { what: 'deliveries of webhooks with their attempts', initial: 30, bounds: [7, 3_650] },
  RETENTION_PUNCH_OUTS: { what: 'visits of procurement systems, with what they took back', initial: 90, bounds: [2, 3_650] },
  RETENTION_IDEMPOTENCY_KEYS: {
    what: 'idempotency keys with their answers: a call that is repeated later would be a new one',
    initial: 7,
    bounds: [2, 365],
  },
  RETENTION_PROOF_RUNS: {
    what: 'results of the proof of the books that found nothing; those that found something stay',
    initial: 400,
    bounds: [30, 36_500],
  },
  RETENTION_FAILED_JOBS: {
    what: 'jobs that failed at their last try: until then they can be tried again',
    initial: 30,
    bounds: [1, 3_650],
  },
  RETENTION_EVENTS: {
    what: 'events of the outbox, after they were passed on; they are deleted as whole months, and a month with a waiting event is kept',
    initial: 30,
    bounds: [1, 3_650],
  },
  RETENTION_MISSED_SEARCHES: { what: 'searches without results', initial: 90, bounds: [7, 3_650] },
  RETENTION_READINGS: {
    what: 'what was read from papers, for forms that are filled in; a submission keeps its own',
    initial: READINGS_USED_DAYS,
    bounds: [1, READINGS_USED_DAYS],
  },
  RETENTION_PAPERS: {
    what: 'pictures of papers of a verification or licence that was rejected, and of the verification of a company that has closed',
    initial: 30,
    bounds: [1, 365],
  },
  RETENTION_LICENCE_PICTURES: {
    what: 'pictures of licences, after the last day of the licence or the end of its company',
    initial: 400,
    bounds: [366, 3_650],
    leastBecause: '《危险化学品安全管理条例》第四十一条：许可证件复印件保存不少于一年',
  },
  RETENTION_CARTS: { what: 'carts in which nothing was added or changed', initial: 180, bounds: [30, 3_650] },
  RETENTION_CLOSED_ACCOUNTS: {
    what: 'the sealed holder of an account, after it was closed',
    initial: 1_096,
    bounds: [1_096, 10_958],
    leastBecause: '《电子商务法》第三十一条：交易信息自交易完成之日起保存不少于三年',
  },
} as const satisfies SettingTable
