import { BlockList, isIP } from 'node:net'
import { parseIpRange } from '#contract/integration/integration/ip-range.ts'
import { ConfigError } from './env.ts'
import { unwrapMappedIpv4 } from './ip-key.ts'

/** A set of addresses and ranges. */
export interface IpRanges {
  /** Whether an address lies in one of the ranges. False for a text that is not an address. */
  has(ip: string): boolean
}

/** Parses addresses and CIDR ranges. A text that is neither matches nothing. */
export function createIpRanges(texts: readonly string[]): IpRanges {
  const list = new BlockList()
  for (const text of texts) {
    const range = parseIpRange(text)
    if (range) list.addSubnet(range.base, range.bits, range.family === 4 ? 'ipv4' : 'ipv6')
  }
  return {
    has(ip) {
      const plain = unwrapMappedIpv4(ip)
      const family = isIP(plain)
      return family !== 0 && list.check(plain, family === 4 ? 'ipv4' : 'ipv6')
    },
  }
}

/** Networks that have a name in the setting for trusted proxies (RFC 6890). */
const NETWORKS: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/**
 * Reads the proxies whose X-Forwarded-For is trusted: addresses, ranges and network names, separated by commas. Returns addresses and
 * ranges. Throws `ConfigError`.
 */
export function parseTrustedProxies(name: string, text: string): string[] {
  const named = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  return named.flatMap((part) => {
    const ranges = Object.hasOwn(NETWORKS, part) ? (NETWORKS[part] ?? []) : [part]
    if (ranges.some((range) => (parseIpRange(range)?.bits ?? 0) === 0))
      throw new ConfigError(`${name} 的“${part}”应为代理的 IP 地址或网段（如 10.0.0.0/8），多个用逗号分隔`)
    return ranges
  })
}
