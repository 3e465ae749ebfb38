import { type Env, readInteger } from './env.ts'

const MEGABYTE = 1024 * 1024
export const UPLOAD_MS = 60_000
const TRANSFER_GRACE_MS = 15_000

/** How many requests a minute, and how many at once; benches and crash runs raise them. */
export interface ServerLimits {
  guestPerMinute: number
  memberPerMinute: number
  moneyPerMinute: number
  captchaPerMinute: number
  /** Of one key. */
  machinePerMinute: number
  loginPerMinute: number
  /** Wrong log-ins of one address within ten minutes, and ten times as many within a day; known devices are counted apart. */
  loginFailures: number
  /** New accounts from one address within an hour, and three times as many within a day. */
  registrations: number
  /** SMS codes that one address asks for within a day. Within an hour it is twenty. */
  textsPerDay: number
  /** From so many in the whole mall on, what an address may is halved, and halved again with each doubling: wrong log-ins within ten minutes, … */
  mallLoginFailures: number
  /** … new accounts within an hour, … */
  mallRegistrations: number
  /** … SMS codes within an hour. */
  mallTexts: number
  /** SMS codes that strangers are sent within a day in all: what an attack costs at most. */
  mallTextsPerDay: number
  /** Of one address of a payment provider's. */
  noticePerMinute: number
  /** How many requests one process works on at once. */
  inFlight: number
  /** Of these, one company's calls of money. */
  moneyInFlight: number
  /** Of these, the guests of one address. */
  guestInFlight: number
  /** How many screens of one process may listen for news, and how many of one person's. They are not among those worked on. */
  streams: number
  userStreams: number
  /** How many connections one address may have open. */
  addressConnections: number
  /** How many uploads of one person may be under way. */
  userUploads: number
  /** How many bytes of answers to guests one process keeps to give them out again. */
  answerBytes: number
  /** How many bytes of uploads one process holds in memory at once. */
  uploadBytes: number
  /** How long one upload may take, in milliseconds: a phone in a mine sends ten megabytes in most of a minute. */
  uploadMs: number
  /** How long, in milliseconds, somebody who sends or takes a file may stay below the least speed in one go. */
  transferGraceMs: number
  /** How late the event loop may run, in milliseconds, before what matters least is turned away. */
  loopDelay: number
}

/** For tests, benches and the demo, which come by the thousand from one address. */
export const noLimits: Readonly<ServerLimits> = {
  guestPerMinute: 1e9,
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
  moneyInFlight: 1e9,
  guestInFlight: 1e9,
  streams: 1e9,
  userStreams: 1e9,
  addressConnections: 1e9,
  userUploads: 1e9,
  uploadBytes: 1e9,
  answerBytes: 1e9,
  uploadMs: UPLOAD_MS,
  transferGraceMs: TRANSFER_GRACE_MS,
  loopDelay: 1e9,
}

/** Reads the limits from the environment; throws `ConfigError`. */
export const readServerLimits = (env: Env): ServerLimits => ({
  guestPerMinute: readInteger(env, 'RATE_GUEST'),
  memberPerMinute: readInteger(env, 'RATE_MEMBER'),
  moneyPerMinute: readInteger(env, 'RATE_MONEY'),
  captchaPerMinute: readInteger(env, 'RATE_CAPTCHA'),
  machinePerMinute: readInteger(env, 'RATE_MACHINE'),
  loginPerMinute: readInteger(env, 'RATE_LOGIN'),
  loginFailures: readInteger(env, 'RATE_LOGIN_FAILURES'),
  registrations: readInteger(env, 'RATE_REGISTRATIONS'),
  textsPerDay: readInteger(env, 'RATE_TEXTS_DAY'),
  mallLoginFailures: readInteger(env, 'RATE_MALL_LOGIN_FAILURES'),
  mallRegistrations: readInteger(env, 'RATE_MALL_REGISTRATIONS'),
  mallTexts: readInteger(env, 'RATE_MALL_TEXTS'),
  mallTextsPerDay: readInteger(env, 'RATE_MALL_TEXTS_DAY'),
  noticePerMinute: readInteger(env, 'RATE_NOTICE'),
  inFlight: readInteger(env, 'IN_FLIGHT'),
  moneyInFlight: readInteger(env, 'IN_FLIGHT_MONEY'),
  guestInFlight: readInteger(env, 'IN_FLIGHT_GUEST'),
  streams: readInteger(env, 'STREAMS'),
  userStreams: readInteger(env, 'STREAMS_USER'),
  addressConnections: readInteger(env, 'CONNECTIONS_ADDRESS'),
  userUploads: readInteger(env, 'UPLOADS_USER'),
  answerBytes: readInteger(env, 'ANSWER_MEMORY_MB') * MEGABYTE,
  uploadBytes: readInteger(env, 'UPLOAD_MEMORY_MB') * MEGABYTE,
  uploadMs: UPLOAD_MS,
  transferGraceMs: TRANSFER_GRACE_MS,
  loopDelay: readInteger(env, 'LOOP_DELAY'),
})
