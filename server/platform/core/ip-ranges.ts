import { BlockList, isIP } from 'node:net'
import { parseIpRange } from '#contract/integration/integration/ip-range.ts'
import { ConfigError } from './env.ts'
import { normalizeIp } from './ip-key.ts'

/** A set of addresses and ranges. */
export interface IpRanges {
  /** Whether an address lies in one of them; what is no address lies in none. */
  has(ip: string): boolean
}

/** The networks that people write as addresses and in CIDR notation. What is neither holds nobody. */
export function createIpRanges(texts: readonly string[]): IpRanges {
  const list = new BlockList()
  for (const text of texts) {
    const range = parseIpRange(text)
    if (range) list.addSubnet(range.base, range.bits, range.family === 4 ? 'ipv4' : 'ipv6')
  }
  return {
    has(ip) {
      const plain = normalizeIp(ip)
      const family = isIP(plain)
      return family !== 0 && list.check(plain, family === 4 ? 'ipv4' : 'ipv6')
    },
  }
}

/** Networks that may be called by a name where proxies are trusted (RFC 6890). */
const NETWORKS: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/** Proxies whose X-Forwarded-For is believed: addresses, ranges and names of networks, separated by commas, as addresses and ranges. Throws `ConfigError`. */
export function readTrustedProxies(name: string, text: string): string[] {
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
