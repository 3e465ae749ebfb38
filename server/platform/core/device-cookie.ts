import { areSameDigests, type Keys } from './keys.ts'
import type { Moment } from './moment.ts'

/**
 * The device cookie: a random `id`, which only distinguishes browsers, and up to eight entries, separated by dots. An entry says that
 * somebody has logged in to one account on this device: it is the day until which it is valid and a keyed digest of id, day and account.
 * The cookie contains no secret of a session and gives no access. It only lets failed tries from a known device be counted separately.
 */
const SHAPE = /^[A-Za-z0-9_-]{22}(?:\.[0-9a-z]{4}[A-Za-z0-9_-]{22}){0,8}$/
const ENTRIES_MAX = 8
const ID_BYTES = 16
const DIGEST_BYTES = 16
const DAY_SIGNS = 4
const DAY_MS = 86_400_000
const LIFE_DAYS = 180

export const DEVICE_COOKIE_LIFETIME_SECONDS = (LIFE_DAYS * DAY_MS) / 1_000

interface Parsed {
  id: string
  entries: string[]
}

function parse(cookie: string | undefined): Parsed | undefined {
  if (cookie === undefined || !SHAPE.test(cookie)) return undefined
  const [id = '', ...entries] = cookie.split('.')
  return { id, entries }
}

/** Returns the id of a device; undefined if the cookie is not valid. Anybody can invent an id, so it proves nothing. */
export const parseDeviceId = (cookie: string | undefined): string | undefined => parse(cookie)?.id

/** Creates the cookie of a device that has no account yet. */
export const createDeviceCookie = (moment: Moment): string => moment.bytes(ID_BYTES).toString('base64url')

const digestsOf = (keys: Keys, { id, day, account }: { id: string; day: string; account: string }): Buffer[] =>
  keys.hmacs('device', `${id}:${day}:${account}`).map((digest) => digest.subarray(0, DIGEST_BYTES))

const isOf = (keys: Keys, { id, entry, account }: { id: string; entry: string; account: string }): boolean =>
  digestsOf(keys, { id, day: entry.slice(0, DAY_SIGNS), account }).some((digest) =>
    areSameDigests(digest, Buffer.from(entry.slice(DAY_SIGNS), 'base64url')),
  )

const isLive = (moment: Moment, entry: string): boolean => Number.parseInt(entry.slice(0, DAY_SIGNS), 36) * DAY_MS > moment.now.getTime()

/** Returns the device's id if somebody has logged in to the account on it within half a year; otherwise undefined. */
export function parseDeviceIdIfKnownToAccount(
  moment: Moment,
  { keys, cookie, account }: { keys: Keys; cookie: string | undefined; account: string },
): string | undefined {
  const parsed = parse(cookie)
  if (!parsed) return undefined
  const { id, entries } = parsed
  return entries.some((entry) => isLive(moment, entry) && isOf(keys, { id, entry, account })) ? id : undefined
}

/** The cookie with an account added at the front. If there are too many entries, the one that was used least recently is removed. */
function withAccount(moment: Moment, { keys, cookie, account }: { keys: Keys; cookie: string | undefined; account: string }): string {
  const { id, entries } = parse(cookie) ?? { id: createDeviceCookie(moment), entries: [] }
  const others = entries.filter((entry) => isLive(moment, entry) && !isOf(keys, { id, entry, account }))
  const day = (Math.floor(moment.now.getTime() / DAY_MS) + LIFE_DAYS).toString(36).padStart(DAY_SIGNS, '0')
  const entry = day + (digestsOf(keys, { id, day, account })[0]?.toString('base64url') ?? '')
  return [id, entry, ...others.slice(0, ENTRIES_MAX - 1)].join('.')
}

/** Adds an account to the device after a login, or after the person has proven that the account is his. */
export function addAccountToDeviceCookie(
  moment: Moment,
  { keys, visitor, account }: { keys: Keys; visitor: { cookie: string | undefined; setCookie(cookie: string): void }; account: string },
): void {
  visitor.setCookie(withAccount(moment, { keys, cookie: visitor.cookie, account }))
}

/** The name of an account as an entry's digest uses it. */
export const formatMemberAccountForDevice = (userId: string): string => `member ${userId}`
export const formatStaffAccountForDevice = (staffId: string): string => `staff ${staffId}`
