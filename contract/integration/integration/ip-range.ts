/** An address or a range of addresses. */
export interface IpRange {
  family: 4 | 6
  /** The address before the slash. */
  base: string
  /** The length of the prefix in bits. A single address has all of them. */
  bits: number
}

const BITS = { 4: 32, 6: 128 } as const
/** The prefix of an IPv4 address that is written as IPv6. */
const MAPPED = '::ffff:'
const MAPPED_BITS = 96

/** Four decimal numbers without leading zeros, because other programs read those as octal. */
const isIpv4 = (text: string): boolean =>
  text.split('.').length === 4 && text.split('.').every((part) => /^(?:0|[1-9][0-9]{0,2})$/.test(part) && Number(part) <= 255)

/** RFC 4291 §2.2: eight groups, in which `::` stands for one or more zero groups. The last two may be an IPv4 address. No zone. */
function isIpv6(text: string): boolean {
  const tail = text.slice(text.lastIndexOf(':') + 1)
  const whole = tail.includes('.') ? (isIpv4(tail) ? `${text.slice(0, -tail.length)}0:0` : '') : text
  const halves = whole.split('::')
  if (halves.length > 2) return false
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')))
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return false
  return halves.length === 2 ? groups.length < 8 : groups.length === 8
}

function familyOf(text: string): 4 | 6 | undefined {
  if (isIpv4(text)) return 4
  return isIpv6(text) ? 6 : undefined
}

/**
 * Parses an IPv4 or IPv6 address, or a range in CIDR notation; undefined if it is neither. It is strict, because addresses are compared
 * with the result later: no zone, no brackets, no octal. IPv4 in IPv6 is read as IPv4. It does not use zod's own formats, because they
 * would enlarge the first page.
 */
export function parseIpRange(text: string): IpRange | undefined {
  const [base = '', length, ...more] = text.split('/')
  const family = familyOf(base)
  if (family === undefined || more.length > 0) return undefined
  if (length !== undefined && !/^(?:0|[1-9][0-9]{0,2})$/.test(length)) return undefined
  const bits = length === undefined ? BITS[family] : Number(length)
  if (bits > BITS[family]) return undefined
  const carried = base.toLowerCase().startsWith(MAPPED) ? base.slice(MAPPED.length) : ''
  if (!isIpv4(carried)) return { family, base, bits }
  return bits < MAPPED_BITS ? undefined : { family: 4, base: carried, bits: bits - MAPPED_BITS }
}
