import type { LookupAddress } from 'node:dns'
import { afterAll, describe, expect, test } from 'vitest'
import { startWebhookReceiver } from '#server/platform/testing/integration.ts'
import { measureFastest } from '#server/platform/testing/measure-fastest.ts'
import { isPublicIpAddress } from './public-address.ts'
import { createWebhookSender } from './webhook-sender.ts'

const receiver = await startWebhookReceiver()
const port = new URL(receiver.url).port
const sent = { headers: { 'content-type': 'application/json' }, body: '{}' }
const hits = () => receiver.state.got.length

/** Names that resolve to what the story says, one answer after the other. */
const resolvesTo = (...answers: string[][]) => {
  const asked: string[] = []
  const resolve = (hostname: string, done: (error: Error | null, addresses: LookupAddress[]) => void) => {
    const answer = answers[Math.min(asked.length, answers.length - 1)] ?? []
    asked.push(hostname)
    done(
      null,
      answer.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }
  return { asked, resolve }
}

describe('the check for public IP addresses', () => {
  test.each([
    ...['0.0.0.0', '10.0.0.1', '100.64.0.1', '127.0.0.1', '127.255.255.255', '169.254.169.254', '172.16.0.1', '172.31.255.255'],
    ...['192.0.0.1', '192.0.2.1', '192.168.1.1', '198.18.0.1', '198.51.100.1', '203.0.113.1', '224.0.0.1', '240.0.0.1', '255.255.255.255'],
    ...[
      '::',
      '::1',
      '::ffff:127.0.0.1',
      '::ffff:8.8.8.8',
      '64:ff9b::a00:1',
      '64:ff9b:1::1',
      '100::1',
      '2001::1',
      '2001:db8::1',
      '2002:7f00:1::',
    ],
    ...['fc00::1', 'fd12:3456::1', 'fe80::1', 'fec0::1', 'ff02::1', '3fff::1', 'not an address', ''],
  ])('rejects the IP address %s', (address) => {
    expect(isPublicIpAddress(address)).toBe(false)
  })

  test.each([
    '8.8.8.8',
    '1.1.1.1',
    '100.63.255.255',
    '100.128.0.1',
    '172.15.0.1',
    '172.32.0.1',
    '223.5.5.5',
    '2400:3200::1',
    '2606:4700::1111',
  ])('accepts the IP address %s', (address) => {
    expect(isPublicIpAddress(address)).toBe(true)
  })
})

describe('the check of a webhook address', () => {
  const { accepts: takes } = createWebhookSender()
  test.each([
    ...[
      'http://example.com/',
      'ftp://example.com/',
      'file:///etc/passwd',
      'https://user:pw@example.com/',
      'https://localhost/',
      'https://mall/',
    ],
    ...['https://127.0.0.1/', 'https://127.1/', 'https://2130706433/', 'https://0x7f.0.0.1/', 'https://0177.0.0.1/', 'https://[::1]/'],
    ...['https://[::ffff:127.0.0.1]/', 'https://[fd00::1]/', 'https://169.254.169.254/latest/meta-data', 'https://10.0.0.1:8443/'],
    ...['https://example.com:22/', 'https://example.com:80/', 'https://１２７.0.0.1/', 'not a url', 'javascript:alert(1)', ''],
  ])('rejects %s', (url) => {
    expect(takes(url)).toBe(false)
  })

  test.each(['https://example.com/', 'https://erp.example.com:8443/hook?a=1', 'https://8.8.8.8/'])('%s is', (url) => {
    expect(takes(url)).toBe(true)
  })
})

describe('sending a webhook', () => {
  test('to a name that resolves to an internal address reaches no server', async () => {
    for (const address of ['127.0.0.1', '10.0.0.5', '169.254.169.254', '::1', '::ffff:127.0.0.1', 'fd00::1']) {
      const { resolve, asked } = resolvesTo([address])
      const answer = await createWebhookSender({ resolve }).post(`https://inside.example.com:${port}/hook`, sent)
      expect({ address, ...answer }).toEqual({ address, status: null, fault: '地址不在公网，已拒绝', answer: '' })
      expect(asked).toEqual(['inside.example.com'])
    }
    expect(hits()).toBe(0)
  })

  test('is refused if one of several addresses of the name is internal', async () => {
    const { resolve } = resolvesTo(['8.8.8.8', '127.0.0.1'])
    expect(await createWebhookSender({ resolve }).post(`https://both.example.com:${port}/`, sent)).toMatchObject({
      fault: '地址不在公网，已拒绝',
    })
  })

  test('resolves the name at every try, so that a later change to an internal address is refused', async () => {
    const { resolve, asked } = resolvesTo(['192.0.2.1', '8.8.8.8'], ['127.0.0.1'])
    const hooks = createWebhookSender({ resolve, timeoutMs: 500 })
    await hooks.post(`https://moving.example.com:${port}/`, sent)
    expect(await hooks.post(`https://moving.example.com:${port}/`, sent)).toMatchObject({ fault: '地址不在公网，已拒绝' })
    expect([asked.length, hits()]).toEqual([2, 0])
  })

  test('reports why there was no answer', async () => {
    const { resolve } = resolvesTo([])
    expect(await createWebhookSender({ resolve }).post('https://gone.example.com/', sent)).toMatchObject({ fault: '域名无法解析' })
    const open = createWebhookSender({ anywhere: true, timeoutMs: 300 })
    expect(await open.post('http://127.0.0.1:1/', sent)).toMatchObject({ status: null, fault: '连接被拒绝' })
    expect(await open.post(receiver.url.replace('http:', 'https:'), sent)).toMatchObject({ status: null, fault: 'TLS 握手失败' })
  })

  test('does not follow redirects', async () => {
    const other = await startWebhookReceiver()
    receiver.state.says = { status: 302, headers: { location: other.url } }
    expect(await createWebhookSender({ anywhere: true }).post(receiver.url, sent)).toMatchObject({ status: 302, fault: null })
    expect(other.state.got).toEqual([])
  })

  test('limits the time and the size of the answer', async () => {
    receiver.state.says = { status: 200, body: 'x'.repeat(5_000_000) }
    const { status, answer } = await createWebhookSender({ anywhere: true }).post(receiver.url, sent)
    expect([status, answer.length]).toEqual([200, 2_000])
    receiver.state.says = 'hang'
    const impatient = createWebhookSender({ anywhere: true, timeoutMs: 300 })
    const took = await measureFastest(2_000, async () =>
      expect(await impatient.post(receiver.url, sent)).toMatchObject({ status: null, fault: '没有按时应答' }),
    )
    expect(took).toBeLessThan(2_000)
    receiver.state.says = { status: 200, headers: { 'x-large': 'y'.repeat(20_000) } }
    expect(await createWebhookSender({ anywhere: true }).post(receiver.url, sent)).toMatchObject({ status: null, fault: '应答头过大' })
  })
})
afterAll(() => {
  receiver.state.says = { status: 204 }
})
