import { isIP } from 'node:net'

const MAPPED = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/
const GROUPS = 8
const NETWORK_GROUPS = 4

/** As text of one form: small letters, the longest run of zeros left out, no IPv4 in dots. Undefined when it is no IPv6 address. */
function canonicalIpv6(address: string): string | undefined {
  const url = URL.parse(`http://[${address}]/`)
  return url === null ? undefined : url.hostname.slice(1, -1)
}

/** The four groups of the /64. */
function networkOf(canonical: string): string {
  const [left = '', right] = canonical.split('::')
  const before = left === '' ? [] : left.split(':')
  const after = right ? right.split(':') : []
  const zeros = Array.from({ length: right === undefined ? 0 : GROUPS - before.length - after.length }, () => '0')
  return [...before, ...zeros, ...after].slice(0, NETWORK_GROUPS).join(':')
}

/** An IPv4 address that came over IPv6, however that is written, as itself; anything else as it is, without its zone. */
export function normalizeIp(ip: string): string {
  const address = ip.split('%')[0] ?? ''
  const canonical = isIP(address) === 6 ? canonicalIpv6(address) : undefined
  const [, high, low] = MAPPED.exec(canonical ?? '') ?? []
  if (high === undefined || low === undefined) return address
  const bits = (Number.parseInt(high, 16) << 16) | Number.parseInt(low, 16)
  return [24, 16, 8, 0].map((shift) => (bits >>> shift) & 255).join('.')
}

/**
 * What an address is counted by wherever something is counted by address: an IPv4 address by itself, whether it comes in the dress of IPv6 or
 * not; an IPv6 address by its /64, since one customer holds that whole and may change the rest with every request. All that is no address,
 * which only a careless proxy passes on, is one: nobody chooses a name of his own.
 */
export function computeIpKey(ip: string): string {
  const plain = normalizeIp(ip)
  if (isIP(plain) === 4) return plain
  const canonical = isIP(plain) === 6 ? canonicalIpv6(plain) : undefined
  return canonical === undefined ? 'unknown' : `${networkOf(canonical)}::/64`
}
