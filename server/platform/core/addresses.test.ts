import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { createIpRanges } from './ip-ranges.ts'

describe('trusted proxies', () => {
  const trusted = (TRUST_PROXY: string) => readConfig({ TRUST_PROXY }).trustProxy

  test('are addresses, ranges or named networks', () => {
    expect(trusted('')).toEqual([])
    expect(trusted('10.0.0.1, 2001:db8::/48 ,')).toEqual(['10.0.0.1', '2001:db8::/48'])
    expect(trusted('loopback')).toEqual(['127.0.0.0/8', '::1/128'])
    expect(trusted('uniquelocal,203.0.113.9')).toContain('172.16.0.0/12')
  })

  test.each(['10.0.0.1.', '10.0.0.0/33', 'nginx', '::1]@[::2', '010.0.0.1', '*', 'true', '1'])(
    '%j prevents the server from starting',
    (text) => expect(() => trusted(text)).toThrow(`TRUST_PROXY 的“${text}”应为代理的 IP 地址或网段`),
  )
})

test.each(['PUBLIC_URL', 'KUAIDI100_BASE'])('%s must be a plain web address', (name) => {
  const accounts = { KUAIDI100_CUSTOMER: 'c', KUAIDI100_KEY: 'k' }
  for (const text of [
    'mall.example.com',
    'javascript:alert(1)',
    'ftp://x/',
    'https://user:pass@mall.example.com',
    'https://',
    'https://x/?a=1',
    'https://x/#y',
  ])
    expect(() => readConfig({ ...accounts, [name]: text }), text).toThrow(`${name} 应为`)
  if (name === 'PUBLIC_URL') expect(readConfig({ PUBLIC_URL: 'https://mall.example.com/' }).publicUrl).toBe('https://mall.example.com')
})

test('an address is in the ranges that contain it, and an invalid range contains none', () => {
  const ranges = createIpRanges(['203.0.113.7', '10.1.0.0/16', '2001:db8:1::/48', '::ffff:192.0.2.0/120', '1.2.3.4.', '::1]@[::2', 'x'])
  for (const ip of ['203.0.113.7', '::ffff:203.0.113.7', '10.1.2.3', '2001:db8:1::9', '192.0.2.200'])
    expect([ip, ranges.has(ip)]).toEqual([ip, true])
  for (const ip of ['203.0.113.8', '10.2.0.1', '2001:db8:2::1', '192.0.3.1', '1.2.3.4', '::1', '::2', '1.2.3.4.', 'x', '', 'unknown'])
    expect([ip, ranges.has(ip)]).toEqual([ip, false])
})
