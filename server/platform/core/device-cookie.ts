import { type Keys, sameDigest } from './keys.ts'
import type { Moment } from './moment.ts'

/**
 * The device cookie: `id` and up to eight entries, parted by dots. The id is chance and tells browsers apart, nothing more. An entry says that
 * somebody has logged in to one account on this device: the day until which that counts, and a keyed digest of id, day and account. It
 * holds no secret of a session and opens nothing: tries from a known device are counted apart, that is all.
 */
const SHAPE = /^[A-Za-z0-9_-]{22}(?:\.[0-9a-z]{4}[A-Za-z0-9_-]{22}){0,8}$/
const ENTRIES_MAX = 8
const ID_BYTES = 16
const DIGEST_BYTES = 16
const DAY_SIGNS = 4
const DAY_MS = 86_400_000
const LIFE_DAYS = 180

export const DEVICE_COOKIE_SECONDS = (LIFE_DAYS * DAY_MS) / 1_000

interface Parsed {
  id: string
  entries: string[]
}

function parse(cookie: string | undefined): Parsed | undefined {
  if (cookie === undefined || !SHAPE.test(cookie)) return undefined
  const [id = '', ...entries] = cookie.split('.')
  return { id, entries }
}

/** The id of a device; undefined when the cookie is none of ours. Anybody can make one up: it tells apart, and proves nothing. */
export const parseDeviceId = (cookie: string | undefined): string | undefined => parse(cookie)?.id

/** The cookie of a device that knows no account yet. */
export const createDeviceCookie = (moment: Moment): string => moment.bytes(ID_BYTES).toString('base64url')

const digestOf = (keys: Keys, { id, day, account }: { id: string; day: string; account: string }): Buffer =>
  keys.hmac('device', `${id}:${day}:${account}`).subarray(0, DIGEST_BYTES)

const isOf = (keys: Keys, { id, entry, account }: { id: string; entry: string; account: string }): boolean =>
  sameDigest(digestOf(keys, { id, day: entry.slice(0, DAY_SIGNS), account }), Buffer.from(entry.slice(DAY_SIGNS), 'base64url'))

const isLive = (moment: Moment, entry: string): boolean => Number.parseInt(entry.slice(0, DAY_SIGNS), 36) * DAY_MS > moment.now.getTime()

/** The id of the device when somebody has logged in to the account on it within half a year; undefined on any other. */
export function findKnownDevice(
  moment: Moment,
  { keys, cookie, account }: { keys: Keys; cookie: string | undefined; account: string },
): string | undefined {
  const parsed = parse(cookie)
  if (!parsed) return undefined
  const { id, entries } = parsed
  return entries.some((entry) => isLive(moment, entry) && isOf(keys, { id, entry, account })) ? id : undefined
}

/** The cookie with an account added, the latest first; with too many the one goes that was used least lately. */
function withAccount(moment: Moment, { keys, cookie, account }: { keys: Keys; cookie: string | undefined; account: string }): string {
  const { id, entries } = parse(cookie) ?? { id: createDeviceCookie(moment), entries: [] }
  const others = entries.filter((entry) => isLive(moment, entry) && !isOf(keys, { id, entry, account }))
  const day = (Math.floor(moment.now.getTime() / DAY_MS) + LIFE_DAYS).toString(36).padStart(DAY_SIGNS, '0')
  const entry = day + digestOf(keys, { id, day, account }).toString('base64url')
  return [id, entry, ...others.slice(0, ENTRIES_MAX - 1)].join('.')
}

/** Somebody has logged in to an account, or proven that it is his: from now on his device is known for it. */
export function addAccountToDevice(
  moment: Moment,
  { keys, visitor, account }: { keys: Keys; visitor: { cookie: string | undefined; keep(cookie: string): void }; account: string },
): void {
  visitor.keep(withAccount(moment, { keys, cookie: visitor.cookie, account }))
}

/** How accounts are named in entries. */
export const formatMemberAccount = (userId: string): string => `member ${userId}`
export const formatStaffAccount = (staffId: string): string => `staff ${staffId}`
