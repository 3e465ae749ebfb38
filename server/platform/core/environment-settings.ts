/**
 * Every environment setting: what it does, its bounds and its default. The readers take bounds and defaults from here, and `EnvVariables` has only
 * these names. docs/settings.md is generated from this table.
 */
import { invoiceEnvironmentSettings, readingEnvironmentSettings, signatureEnvironmentSettings } from './document-environment-settings.ts'
import { PORTS, type SettingTable } from './environment-setting.ts'
import { messageEnvironmentSettings } from './message-environment-settings.ts'
import { paymentEnvironmentSettings } from './payment-environment-settings.ts'
import { retentionEnvironmentSettings } from './retention-environment-settings.ts'

const ANY_COUNT = [1, 1e9] as const

const network = {
  TRUST_PROXY: {
    what: 'the proxies in front of the mall, as addresses or networks separated by commas (`10.0.0.5,fd00::/8`; `loopback`, `linklocal` and `uniquelocal` are networks too). Only what they write into `X-Forwarded-For` is believed. Set it wherever there is a proxy: without it all callers have the address of the proxy and share its limits',
    unset: 'none',
  },
  HOST: { what: 'the address on which it listens', initial: '127.0.0.1' },
  PORT: { what: 'the port on which it listens; `0`: a free one', initial: 8080, bounds: [0, 65_535] },
  PUBLIC_URL: {
    what: 'the address under which others reach the mall: payment providers notify it there. Required with an account of a provider',
    unset: '`http://127.0.0.1:PORT`',
  },
  DRAIN_SECONDS: {
    what: 'how long a server that is told to stop still serves while `/readyz` answers 503, so that the proxy sends no more requests to it',
    initial: 0,
    bounds: [0, 120],
  },
  HEALTH_PORT: {
    what: 'port on which a thread of its own answers `/healthz` and `/readyz`, at once whatever the server is busy with: `/readyz` is 503 when the server has answered nobody for 5 s, `/healthz` after 60 s. Point probes there',
    unset: 'both are on `PORT` only',
    bounds: PORTS,
  },
  HEALTH_HOST: { what: 'the address of that port. Only proxies and the monitoring may reach it', initial: '127.0.0.1' },
  NODE_ENV: { what: '`production`: no demo, required settings, the log on standard output', unset: 'a demo or a trial' },
} as const satisfies SettingTable

const data = {
  DATA_DIR: { what: 'the folder of the embedded database, files, generated secrets and the log', initial: 'data' },
  EMBEDDED_DATABASE: { what: '`1`: the embedded PostgreSQL in production, on one machine', unset: '`DATABASE_URL` is required there' },
  DATABASE_URL: {
    what: 'another PostgreSQL ≥ 15 with a database in UTF8, as a role that owns no tables (tested with 15, 16, 17 and 18). Required in production unless `EMBEDDED_DATABASE` is `1`',
    unset: 'the embedded one, PostgreSQL 18',
  },
  DATABASE_OWNER_URL: {
    what: 'the same database as the role that migrates and runs jobs; at least one server of a mall needs it. Never through a pooler',
    unset: 'no migrations, no jobs',
  },
  DATABASE_DIRECT_URL: {
    what: 'the same database and role as `DATABASE_URL`, without the connection pooler: a process listens there for what others announce, with two connections',
    unset: '`DATABASE_URL`',
  },
  DATABASE_REPLICA_URL: {
    what: 'a streaming replica of the same database, as the same role: exports, reports and lists of finance read there, never what decides. While it lags or is away they read from `DATABASE_URL`',
    unset: 'none',
  },
  REPLICA_LAG_SECONDS: { what: 'how far the replica may be behind to be read from', initial: 5, bounds: [1, 600] },
  POOL_SIZE: { what: 'connections of one process to the database', initial: 16, bounds: [2, 200] },
  POOL_WAIT: { what: 'milliseconds that a request waits for one of them before it is rejected', initial: 2_000, bounds: [100, 60_000] },
  PREPARED: { what: '`0`: no prepared statements, for a connection pooler that cannot keep them', unset: 'prepared statements' },
  DEMO: {
    what: '`1`: fill an empty database of your own with the demo; `0`: leave the embedded one empty. Ignored in production',
    unset: 'on without `DATABASE_URL`',
  },
} as const satisfies SettingTable

const secrets = {
  MALL_SECRET: {
    what: '32 random bytes in hex or base64, from which all keys are derived; the database remembers to which one it belongs. Required with `DATABASE_URL`',
    unset: 'generated in `DATA_DIR`',
  },
  MALL_SECRET_OTHER: {
    what: 'the next secret, and then the last one, while `MALL_SECRET` is exchanged: [operations](operations.md#exchanging-mall_secret)',
    unset: 'none',
  },
  SEAL_KEYS: {
    what: 'keys that encrypt identity documents, submissions, mobile numbers and second factors: `k1:<32 bytes>,k2:<32 bytes>`, the newest last',
    unset: 'a key derived from `MALL_SECRET`',
  },
} as const satisfies SettingTable

const sms = {
  SMS_KEY_ID: { what: 'access key of the account with Alibaba Cloud SMS', unset: 'messages are kept where staff of the demo read them' },
  SMS_KEY_SECRET: { what: 'its secret' },
  SMS_SIGN_NAME: {
    what: 'the signature of the messages, as it was approved by the provider. The check-list 开店准备 shows it beside the short name of the mall',
    unset: 'the short name in 公司资料',
  },
  SMS_TEMPLATE_CODE: { what: 'template of a code' },
  SMS_TEMPLATE_KNOWN: { what: 'template for a mobile number that is registered already' },
  SMS_TEMPLATE_INVITATION: { what: 'template of an invitation to a company' },
  SMS_TEMPLATE_ALERT: { what: 'template of an alert that its recipient chose' },
  SMS_BASE: { what: "the provider's address, for its test system", initial: 'https://dysmsapi.aliyuncs.com' },
} as const satisfies SettingTable

const files = {
  S3_ENDPOINT: { what: 'the bucket for files, with the bucket in the address', unset: 'files are in `DATA_DIR/files`' },
  S3_REGION: { what: 'its region' },
  S3_KEY_ID: { what: 'access key' },
  S3_KEY_SECRET: { what: 'its secret' },
} as const satisfies SettingTable

const tracking = {
  KUAIDI100_CUSTOMER: { what: 'the account with Kuaidi100 (快递100), which knows where parcels are', unset: 'staff enter the tracks' },
  KUAIDI100_KEY: { what: 'its key' },
  KUAIDI100_BASE: { what: 'its address', initial: 'https://poll.kuaidi100.com' },
  KUAIDI100_LABEL_KEY: {
    what: "the key of the account that takes waybill numbers (电子面单) for the mall's parcels; it can be the same account",
    unset: 'staff enter the numbers; the demo has a carrier of its own',
  },
  KUAIDI100_LABEL_SECRET: { what: 'its secret' },
  KUAIDI100_LABEL_PARTNERS: {
    what: "the mall's accounts at the carriers: `德邦快递=account,顺丰速运=account/password/branch`, with the names of the console",
  },
  KUAIDI100_LABEL_SENDER_NAME: { what: 'who sends, on the labels. The address is that of the warehouse' },
  KUAIDI100_LABEL_SENDER_MOBILE: { what: 'the mobile number on the labels' },
  KUAIDI100_LABEL_BASE: { what: 'the address for waybill numbers', initial: 'https://api.kuaidi100.com' },
} as const satisfies SettingTable

const watching = {
  LOG_LEVEL: { what: '`trace`, `debug`, `info`, `warn`, `error`, `fatal`, `silent`', initial: 'info' },
  METRICS_PORT: { what: 'port for metrics in the format of Prometheus', unset: 'no metrics', bounds: PORTS },
  METRICS_HOST: { what: 'the address of that port. Metrics have no password: only the monitoring may reach it', initial: '127.0.0.1' },
  TRACES_URL: {
    what: 'where traces are sent, a collector that takes OTLP as JSON over HTTP: `http://127.0.0.1:4318/v1/traces`',
    unset: 'no traces',
  },
  TRACES_SHARE: { what: 'how many of 10,000 calls and jobs are traced', initial: 100, bounds: [0, 10_000] },
} as const satisfies SettingTable

const rates = {
  RATE_GUEST: { what: 'requests of guests from one address', initial: 600, bounds: ANY_COUNT },
  RATE_PICTURE: {
    what: 'pictures and documents of goods for one address: a page shows some dozen, and an office shares an address',
    initial: 12_000,
    bounds: ANY_COUNT,
  },
  RATE_MEMBER: { what: 'requests of one person', initial: 1_200, bounds: ANY_COUNT },
  RATE_MONEY: { what: "one person's calls that move money or orders", initial: 60, bounds: ANY_COUNT },
  RATE_CAPTCHA: { what: 'captchas for one address', initial: 30, bounds: ANY_COUNT },
  RATE_LOGIN: { what: 'log-ins from one address', initial: 60, bounds: ANY_COUNT },
  RATE_MACHINE: { what: 'requests of one API key', initial: 300, bounds: ANY_COUNT },
  RATE_NOTICE: { what: 'notifications from one address of a payment provider', initial: 6_000, bounds: ANY_COUNT },
} as const satisfies SettingTable

const attacks = {
  RATE_LOGIN_FAILURES: { what: 'wrong log-ins from one address in ten minutes, ten times as many a day', initial: 30, bounds: [1, 1e8] },
  RATE_REGISTRATIONS: { what: 'new accounts from one address in an hour, three times as many a day', initial: 10, bounds: [1, 1e8] },
  RATE_TEXTS_DAY: { what: 'SMS codes for one address in a day', initial: 60, bounds: ANY_COUNT },
  RATE_MALL_LOGIN_FAILURES: { what: 'wrong log-ins in the whole mall in ten minutes', initial: 300, bounds: ANY_COUNT },
  RATE_MALL_REGISTRATIONS: { what: 'new accounts in the whole mall in an hour', initial: 100, bounds: ANY_COUNT },
  RATE_MALL_TEXTS: { what: 'SMS codes in the whole mall in an hour', initial: 300, bounds: ANY_COUNT },
  RATE_MALL_TEXTS_DAY: { what: 'SMS codes for strangers in a day: what an attack costs at most', initial: 5_000, bounds: ANY_COUNT },
} as const satisfies SettingTable

const load = {
  IN_FLIGHT: { what: 'requests that one process works on at once', initial: 80, bounds: [10, 1e9] },
  IN_FLIGHT_MONEY: { what: 'of these, calls of one company that move money', initial: 10, bounds: ANY_COUNT },
  IN_FLIGHT_GUEST: { what: 'of these, requests of guests from one address', initial: 20, bounds: ANY_COUNT },
  LOOP_DELAY: { what: 'delay of the event loop in milliseconds from which on requests are rejected', initial: 200, bounds: [10, 1e9] },
  CONNECTIONS_ADDRESS: {
    what: 'open connections of one address; beyond it the one that has been idle longest is closed',
    initial: 500,
    bounds: ANY_COUNT,
  },
  STREAMS: { what: 'open lines for live updates of one process', initial: 2_000, bounds: ANY_COUNT },
  STREAMS_USER: { what: 'open lines for live updates of one person', initial: 8, bounds: ANY_COUNT },
  UPLOADS_USER: { what: 'uploads of one person at once; below 2 kB/s for 15 s an upload is cut off', initial: 6, bounds: ANY_COUNT },
  UPLOAD_MEMORY_MB: { what: 'memory for all uploads of one process', initial: 160, bounds: [16, 1e6] },
  ANSWER_MEMORY_MB: { what: 'memory for answers to guests that are kept for a few seconds', initial: 64, bounds: [1, 1e6] },
  CATALOG_MEMORY_MB: { what: 'memory for goods in lists; goods beyond it are read from the database', initial: 512, bounds: [1, 1e6] },
} as const satisfies SettingTable

const TOGETHER = 'All of them or none.'

/** The settings in the order of docs/settings.md. */
export const environmentSettingGroups: readonly { title: string; about: string; settings: SettingTable }[] = [
  { title: 'Network', about: '', settings: network },
  { title: 'Database and files', about: '', settings: data },
  { title: 'Secrets', about: 'How to exchange a seal key: [operations](operations.md#rotating-a-seal-key).', settings: secrets },
  {
    title: 'SMS',
    about: 'Account and templates or none of them; those with a default may be left out. Required in production.',
    settings: sms,
  },
  {
    title: 'Mail, groups and the official account',
    about:
      'Of mail: server, account and sender or none of them, of the official account: its first three or none; those with a default may be left out.',
    settings: messageEnvironmentSettings,
  },
  { title: 'Bucket for files', about: TOGETHER, settings: files },
  { title: 'Carrier tracking', about: 'Account and key or neither.', settings: tracking },
  {
    title: 'Online payment',
    about: 'Of each provider all settings or none; those with a default may be left out.',
    settings: paymentEnvironmentSettings,
  },
  { title: 'E-invoices', about: TOGETHER, settings: invoiceEnvironmentSettings },
  { title: 'Electronic signatures', about: 'All of them or none; the address may be left out.', settings: signatureEnvironmentSettings },
  {
    title: 'Reading of papers and the register',
    about: 'Of each service all settings or none; those with a default may be left out.',
    settings: readingEnvironmentSettings,
  },
  { title: 'Log and metrics', about: '', settings: watching },
  {
    title: 'Requests a minute',
    about: 'On all processes of the mall together ([why](decisions/0041-rates-shared-by-processes.md)).',
    settings: rates,
  },
  {
    title: 'Abuse of log-in, registration and SMS',
    about:
      'An IPv6 address counts by its /64; known devices are counted apart. Behind a proxy all visitors have one address unless `TRUST_PROXY` names it. From the number for the whole mall on, an address may half as much, and half again with each doubling.',
    settings: attacks,
  },
  {
    title: 'Load of one process',
    about: 'Beyond these the least important requests are asked to come later ([why](decisions/0010-load-shedding-by-priority.md)).',
    settings: load,
  },
  {
    title: 'Days that data is kept',
    about: 'A job of every hour deletes what is older. What becomes of the other tables: [retention](retention.md).',
    settings: retentionEnvironmentSettings,
  },
]

export const environmentSettings = {
  ...network,
  ...data,
  ...secrets,
  ...sms,
  ...messageEnvironmentSettings,
  ...files,
  ...tracking,
  ...paymentEnvironmentSettings,
  ...invoiceEnvironmentSettings,
  ...signatureEnvironmentSettings,
  ...readingEnvironmentSettings,
  ...watching,
  ...rates,
  ...attacks,
  ...load,
  ...retentionEnvironmentSettings,
}

type Settings = typeof environmentSettings
export type EnvironmentSettingName = keyof Settings
type NamesOf<Shape> = { [Name in EnvironmentSettingName]: Settings[Name] extends Shape ? Name : never }[EnvironmentSettingName]
/** Names of whole numbers with a default. */
export type IntegerEnvironmentSettingName = NamesOf<{ initial: number }>
/** Names of whole numbers without a default. */
export type OptionalIntegerEnvironmentSettingName = Exclude<NamesOf<{ bounds: readonly [number, number] }>, IntegerEnvironmentSettingName>
/** Names of texts with a default. */
export type TextEnvironmentSettingName = NamesOf<{ initial: string }>
