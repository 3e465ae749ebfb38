import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'

describe('trusted proxies in the configuration', () => {
  test.each([
    ['', []],
    ['10.0.0.1', ['10.0.0.1']],
    [' 10.0.0.1, 192.168.0.0/16 ,fd00::/8,', ['10.0.0.1', '192.168.0.0/16', 'fd00::/8']],
    ['loopback', ['127.0.0.0/8', '::1/128']],
  ])('“%s” is read as %j', (text, proxies) => expect(readConfig({ TRUST_PROXY: text }).trustProxy).toEqual(proxies))

  test.each(['1', 'true', 'proxy.example', '10.0.0', '10.0.0.0/33', '10.0.0.0/8/8', '0.0.0.0/0', '::/0', '*'])(
    '“%s” is refused: it matches nobody or everybody',
    (text) => expect(() => readConfig({ TRUST_PROXY: text })).toThrow(`TRUST_PROXY 的“${text}”应为代理的 IP 地址或网段`),
  )
})

test.each([
  [{ PUBLIC_URL: 'mall.example' }, 'PUBLIC_URL 应为网址'],
  [{ PUBLIC_URL: 'ftp://mall.example' }, 'PUBLIC_URL 应为网址'],
  [{ LOG_LEVEL: 'verbose' }, 'LOG_LEVEL 应为 trace、debug、info、warn、error、fatal、silent 之一'],
  [{ TRACES_URL: 'collector:4318' }, 'TRACES_URL 应为网址（http 或 https，不含用户名和参数）'],
  [{ TRACES_URL: 'http://127.0.0.1:4318', TRACES_SHARE: '10001' }, 'TRACES_SHARE 应为 0 到 10000 的整数'],
  [{ POOL_SIZE: '1' }, 'POOL_SIZE 应为 2 到 200 的整数'],
])('the server does not start with %j', (env, why) => expect(() => readConfig(env)).toThrow(why))

test('PUBLIC_URL loses its trailing slash', () => {
  expect(readConfig({ PUBLIC_URL: 'https://mall.example/' }).publicUrl).toBe('https://mall.example')
})
