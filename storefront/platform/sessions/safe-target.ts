/** Where to go after a login: a screen of the mall, or a URL outside of the router. */
export type RedirectTarget = { kind: 'route'; path: string } | { kind: 'leave'; url: string }

const HOME: RedirectTarget = { kind: 'route', path: '/' }
/**
 * Long enough for the longest address of the mall: an address form that returns to a confirmation with 200 cart lines, whose commas are
 * encoded twice.
 */
const LENGTH_MAX = 9_000
const ABSOLUTE = /^https?:\/\//i
/** A screen's path: one slash, not followed by another slash or by a backslash, which browsers treat as a slash. */
const SCREEN = /^\/(?![/\\])/
// biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop these before they read an address
const TRICKS = /[\u0000-\u001f\u007f\\\u2028\u2029]/
/** After a login these would lead back to the login. */
const LOGIN_SCREENS = /^\/login(_\w+)?(?:[/?#]|$)/

/**
 * Parses a redirect target, decoded once. An http or https URL is only accepted if its origin is the mall's own or on the list (the one
 * deliberate deviation from the specification, decision record 1). Any other absolute URL, and anything that is not a plain path, leads to
 * the home page.
 */
export function parseRedirectTarget(
  value: unknown,
  { origin, allowed = [] }: { origin: string; allowed?: readonly string[] },
): RedirectTarget {
  if (typeof value !== 'string' || value.length > LENGTH_MAX || TRICKS.test(value)) return HOME
  if (ABSOLUTE.test(value)) return leaveFor(value, [origin, ...allowed])
  return SCREEN.test(value) && !LOGIN_SCREENS.test(value) ? { kind: 'route', path: value } : HOME
}

function leaveFor(value: string, origins: readonly string[]): RedirectTarget {
  if (!URL.canParse(value)) return HOME
  const url = new URL(value)
  const plain = url.username === '' && url.password === ''
  return plain && origins.includes(url.origin) ? { kind: 'leave', url: url.href } : HOME
}
