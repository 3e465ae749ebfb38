import { BlockList, isIP } from 'node:net'

/** IPv4 ranges that are not on the public internet (RFC 6890 and later). */
const PRIVATE_V4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24', '192.0.2.0/24'],
  ...['192.31.196.0/24', '192.52.193.0/24', '192.88.99.0/24', '192.168.0.0/16', '192.175.48.0/24', '198.18.0.0/15', '198.51.100.0/24'],
  ...['203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
]
/** Ranges inside the public IPv6 space that are reserved, or that lead into IPv4. */
const PRIVATE_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20']

const listOf = (ranges: readonly string[], family: 'ipv4' | 'ipv6'): BlockList => {
  const list = new BlockList()
  for (const range of ranges) {
    const [base = '', bits] = range.split('/')
    list.addSubnet(base, Number(bits), family)
  }
  return list
}

const privateV4 = listOf(PRIVATE_V4, 'ipv4')
const privateV6 = listOf(PRIVATE_V6, 'ipv6')
const publicV6 = listOf(['2000::/3'], 'ipv6')

/** Whether an address is on the public internet. False for this machine, its local network and the metadata services of clouds. */
export function isPublicIpAddress(address: string): boolean {
  if (isIP(address) === 4) return !privateV4.check(address, 'ipv4')
  return isIP(address) === 6 && publicV6.check(address, 'ipv6') && !privateV6.check(address, 'ipv6')
}
