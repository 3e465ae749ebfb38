/** Where to go after a login: a screen of ours, or an address that the browser leaves for. */
export type Target = { kind: 'route'; path: string } | { kind: 'leave'; url: string }

const HOME: Target = { kind: 'route', path: '/' }
/** Room for the longest address of ours: an address form that leads back to a confirmation of 200 cart lines, their commas encoded twice. */
const LENGTH_MAX = 9_000
const ABSOLUTE = /^https?:\/\//i
/** A screen's path: one slash, and then anything but another slash or a backslash, which a browser takes for one. */
const SCREEN = /^\/(?![/\\])/
// biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop these before they read an address
const TRICKS = /[\u0000-\u001f\u007f\\\u2028\u2029]/
/** After a login these would lead in a circle. */
const LOGIN_SCREENS = /^\/login(_\w+)?(?:[/?#]|$)/

/**
 * Reads a redirect target, decoded once. An http or https address replaces the browser's location only where its origin is our own or
 * on the list (the one deliberate deviation from the specification, decision record 1); any other absolute address, and whatever
 * is no plain path of ours, leads home.
 */
export function safeTarget(value: unknown, { origin, allowed = [] }: { origin: string; allowed?: readonly string[] }): Target {
  if (typeof value !== 'string' || value.length > LENGTH_MAX || TRICKS.test(value)) return HOME
  if (ABSOLUTE.test(value)) return leaveFor(value, [origin, ...allowed])
  return SCREEN.test(value) && !LOGIN_SCREENS.test(value) ? { kind: 'route', path: value } : HOME
}

function leaveFor(value: string, origins: readonly string[]): Target {
  if (!URL.canParse(value)) return HOME
  const url = new URL(value)
  const plain = url.username === '' && url.password === ''
  return plain && origins.includes(url.origin) ? { kind: 'leave', url: url.href } : HOME
}
