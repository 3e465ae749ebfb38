import { type EnvVariables, readIntegerEnvironmentSetting } from './env.ts'

const MEGABYTE = 1024 * 1024
export const UPLOAD_TIMEOUT_MS = 60_000
const TRANSFER_GRACE_MS = 15_000

/** Requests per minute and at once. Benches and crash tests raise them. */
export interface ServerLimits {
  guestPerMinute: number
  /** Pictures and documents of goods for one address. */
  picturePerMinute: number
  memberPerMinute: number
  moneyPerMinute: number
  captchaPerMinute: number
  /** For one API key. */
  machinePerMinute: number
  loginPerMinute: number
  /** Failed logins of one address within ten minutes; ten times as many within a day. Known devices are counted separately. */
  loginFailures: number
  /** New accounts from one address within an hour; three times as many within a day. */
  registrations: number
  /** SMS codes that one address requests within a day. Within an hour it is twenty. */
  textsPerDay: number
  /**
   * When the whole mall has this many, the limit of an address is halved, and halved again with each doubling: failed logins within ten
   * minutes, …
   */
  mallLoginFailures: number
  /** … new accounts within an hour, … */
  mallRegistrations: number
  /** … SMS codes within an hour. */
  mallTexts: number
  /** SMS codes to unknown numbers within a day for the whole mall. It limits the cost of an attack. */
  mallTextsPerDay: number
  /** For one address of a payment provider. */
  noticePerMinute: number
  /** Requests that one process works on at once. */
  inFlight: number
  /** Of these, calls that only read and run at once; the others wait. It leaves connections to the database for payments. */
  readsAtOnce: number
  /** Of these, payment calls of one company. */
  moneyInFlight: number
  /** Of these, requests of guests from one address. */
  guestInFlight: number
  /** Push streams of one process, and of one person. They do not count as requests that are worked on. */
  streams: number
  userStreams: number
  /** Open connections of one address. */
  addressConnections: number
  /** Uploads of one person at once. */
  userUploads: number
  /** Bytes of cached answers to guests in one process. */
  answerBytes: number
  /** Bytes of the catalog in memory of one process, by which lists of goods are found and counted. */
  catalogBytes: number
  /** Bytes of uploads that one process holds in memory at once. */
  uploadBytes: number
  /** Maximum duration of an upload in milliseconds. A phone in a mine needs most of a minute for ten megabytes. */
  uploadMs: number
  /** How long in milliseconds a sender or receiver of a file may stay below the minimum speed. */
  transferGraceMs: number
  /** Delay of the event loop in milliseconds above which the least important calls are refused. */
  loopDelay: number
}

/** For tests, benches and the demo, which send thousands of requests from one address. */
export const unlimitedServerLimits: Readonly<ServerLimits> = {
  guestPerMinute: 1e9,
  picturePerMinute: 1e9,
  memberPerMinute: 1e9,
  moneyPerMinute: 1e9,
  captchaPerMinute: 1e9,
  machinePerMinute: 1e9,
  loginPerMinute: 1e9,
  noticePerMinute: 1e9,
  loginFailures: 1e8,
  registrations: 1e8,
  textsPerDay: 1e9,
  mallLoginFailures: 1e9,
  mallRegistrations: 1e9,
  mallTexts: 1e9,
  mallTextsPerDay: 1e9,
  inFlight: 1e9,
  readsAtOnce: 1e9,
  moneyInFlight: 1e9,
  guestInFlight: 1e9,
  streams: 1e9,
  userStreams: 1e9,
  addressConnections: 1e9,
  userUploads: 1e9,
  uploadBytes: 1e9,
  answerBytes: 1e9,
  catalogBytes: 1e9,
  uploadMs: UPLOAD_TIMEOUT_MS,
  transferGraceMs: TRANSFER_GRACE_MS,
  loopDelay: 1e9,
}

/** Reads the limits from the environment. Throws `ConfigError`. */
export const readServerLimits = (env: EnvVariables): ServerLimits => ({
  guestPerMinute: readIntegerEnvironmentSetting(env, 'RATE_GUEST'),
  picturePerMinute: readIntegerEnvironmentSetting(env, 'RATE_PICTURE'),
  memberPerMinute: readIntegerEnvironmentSetting(env, 'RATE_MEMBER'),
  moneyPerMinute: readIntegerEnvironmentSetting(env, 'RATE_MONEY'),
  captchaPerMinute: readIntegerEnvironmentSetting(env, 'RATE_CAPTCHA'),
  machinePerMinute: readIntegerEnvironmentSetting(env, 'RATE_MACHINE'),
  loginPerMinute: readIntegerEnvironmentSetting(env, 'RATE_LOGIN'),
  loginFailures: readIntegerEnvironmentSetting(env, 'RATE_LOGIN_FAILURES'),
  registrations: readIntegerEnvironmentSetting(env, 'RATE_REGISTRATIONS'),
  textsPerDay: readIntegerEnvironmentSetting(env, 'RATE_TEXTS_DAY'),
  mallLoginFailures: readIntegerEnvironmentSetting(env, 'RATE_MALL_LOGIN_FAILURES'),
  mallRegistrations: readIntegerEnvironmentSetting(env, 'RATE_MALL_REGISTRATIONS'),
  mallTexts: readIntegerEnvironmentSetting(env, 'RATE_MALL_TEXTS'),
  mallTextsPerDay: readIntegerEnvironmentSetting(env, 'RATE_MALL_TEXTS_DAY'),
  noticePerMinute: readIntegerEnvironmentSetting(env, 'RATE_NOTICE'),
  inFlight: readIntegerEnvironmentSetting(env, 'IN_FLIGHT'),
  readsAtOnce: Math.max(1, Math.floor(0.75 * readIntegerEnvironmentSetting(env, 'POOL_SIZE'))),
  moneyInFlight: readIntegerEnvironmentSetting(env, 'IN_FLIGHT_MONEY'),
  guestInFlight: readIntegerEnvironmentSetting(env, 'IN_FLIGHT_GUEST'),
  streams: readIntegerEnvironmentSetting(env, 'STREAMS'),
  userStreams: readIntegerEnvironmentSetting(env, 'STREAMS_USER'),
  addressConnections: readIntegerEnvironmentSetting(env, 'CONNECTIONS_ADDRESS'),
  userUploads: readIntegerEnvironmentSetting(env, 'UPLOADS_USER'),
  answerBytes: readIntegerEnvironmentSetting(env, 'ANSWER_MEMORY_MB') * MEGABYTE,
  catalogBytes: readIntegerEnvironmentSetting(env, 'CATALOG_MEMORY_MB') * MEGABYTE,
  uploadBytes: readIntegerEnvironmentSetting(env, 'UPLOAD_MEMORY_MB') * MEGABYTE,
  uploadMs: UPLOAD_TIMEOUT_MS,
  transferGraceMs: TRANSFER_GRACE_MS,
  loopDelay: readIntegerEnvironmentSetting(env, 'LOOP_DELAY'),
})
