import { isIP } from 'node:net'

const MAPPED = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/
const GROUPS = 8
const NETWORK_GROUPS = 4

/**
 * Normalizes an IPv6 address: lower case, the longest run of zeros omitted, no IPv4 part with dots. Undefined if it is not an IPv6 address.
 */
function canonicalIpv6(address: string): string | undefined {
  const url = URL.parse(`http://[${address}]/`)
  return url === null ? undefined : url.hostname.slice(1, -1)
}

/** The first four groups, which are the /64. */
function networkOf(canonical: string): string {
  const [left = '', right] = canonical.split('::')
  const before = left === '' ? [] : left.split(':')
  const after = right ? right.split(':') : []
  const zeros = Array.from({ length: right === undefined ? 0 : GROUPS - before.length - after.length }, () => '0')
  return [...before, ...zeros, ...after].slice(0, NETWORK_GROUPS).join(':')
}

/** Normalizes an IPv4 address that arrived over IPv6, in any notation. Other addresses only lose their zone. */
export function unwrapMappedIpv4(ip: string): string {
  const address = ip.split('%')[0] ?? ''
  const canonical = isIP(address) === 6 ? canonicalIpv6(address) : undefined
  const [, high, low] = MAPPED.exec(canonical ?? '') ?? []
  if (high === undefined || low === undefined) return address
  const bits = (Number.parseInt(high, 16) << 16) | Number.parseInt(low, 16)
  return [24, 16, 8, 0].map((shift) => (bits >>> shift) & 255).join('.')
}

/**
 * Computes the key under which an address is counted: of IPv4 the address itself, even in IPv6 notation. An IPv6 address is counted by its
 * /64, because one customer holds the whole /64 and can change the rest with every request. Everything that is not an address, which only a
 * careless proxy passes on, has one common key, so that nobody chooses a key by himself.
 */
export function toIpNetworkKey(ip: string): string {
  const plain = unwrapMappedIpv4(ip)
  if (isIP(plain) === 4) return plain
  const canonical = isIP(plain) === 6 ? canonicalIpv6(plain) : undefined
  return canonical === undefined ? 'unknown' : `${networkOf(canonical)}::/64`
}
