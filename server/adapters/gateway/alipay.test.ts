import { generateKeyPairSync } from 'node:crypto'
import http from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fen } from '#contract/platform/core/money.ts'
import { formatShanghaiTime } from '#contract/platform/core/shanghai.ts'
import { type AlipayAccount, createAlipayGateway } from './alipay.ts'
import { extractAlipaySignedText, formatCanonicalAlipayParameters, signAlipayText, verifyAlipaySignature } from './alipay-signature.ts'
import { GatewayOutcomeUnknownError, GatewayRefusalError, InvalidGatewayNotificationError } from './gateway.ts'

const ours = generateKeyPairSync('rsa', { modulusLength: 2_048 })
const theirs = generateKeyPairSync('rsa', { modulusLength: 2_048 })
const now = new Date('2026-11-21T02:00:00Z')

/** The requests to the provider, and its next answer: the raw text of the node. */
const asked: Record<string, string>[] = []
let answer: { node: string; name?: string; key?: typeof theirs.privateKey }
const provider = http.createServer((request, response) => {
  let body = ''
  request.on('data', (piece) => {
    body += String(piece)
  })
  request.on('end', () => {
    const given = Object.fromEntries(new URLSearchParams(body))
    asked.push(given)
    const name = answer.name ?? `${(given.method ?? '').replaceAll('.', '_')}_response`
    const sign = signAlipayText(answer.node, answer.key ?? theirs.privateKey)
    response.end(`{"${name}":${answer.node},"sign":"${sign}"}`)
  })
})
const account: AlipayAccount = { appId: '2021', sellerId: '2088', key: ours.privateKey, alipayKey: theirs.publicKey, base: '' }
const alipay = createAlipayGateway(account)
beforeAll(async () => {
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  const address = provider.address()
  account.base = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/gateway.do`
})
afterAll(() => void provider.close())

const yes = (facts: object) => JSON.stringify({ code: '10000', msg: 'Success', ...facts })

describe('a page payment', () => {
  test('is an address with signed parameters, the amount in yuan and an expiry time', async () => {
    const invitation = await alipay.create(
      {
        outTradeNo: 'a1',
        amountFen: fen(12_345),
        title: '截齿 & 座',
        notifyUrl: 'https://mall.test/n',
        scene: 'desk',
        returnUrl: 'https://mall.test/r',
        expiresAt: new Date('2026-11-21T02:15:00Z'),
      },
      now,
    )
    if (invitation.show !== 'redirect') expect.fail()
    const { sign = '', ...given } = Object.fromEntries(new URL(invitation.url).searchParams)
    expect(verifyAlipaySignature(formatCanonicalAlipayParameters(given), sign, ours.publicKey)).toBe(true)
    expect(
      verifyAlipaySignature(formatCanonicalAlipayParameters({ ...given, notify_url: 'https://evil.test' }), sign, ours.publicKey),
    ).toBe(false)
    expect(given).toMatchObject({ app_id: '2021', sign_type: 'RSA2', timestamp: '2026-11-21 10:00:00', notify_url: 'https://mall.test/n' })
    expect(JSON.parse(given.biz_content ?? '')).toMatchObject({
      out_trade_no: 'a1',
      total_amount: '123.45',
      time_expire: '2026-11-21 10:15:00',
    })
  })

  test('is found by its number, with its amount in fen and its times', async () => {
    const paid = {
      out_trade_no: 'a1',
      trade_no: '20',
      trade_status: 'TRADE_SUCCESS',
      total_amount: '123.45',
      send_pay_date: '2026-11-21 10:01:02',
    }
    answer = { node: yes(paid) }
    expect(await alipay.query('a1', now)).toEqual({
      outTradeNo: 'a1',
      state: 'SUCCESS',
      gatewayNo: '20',
      currency: 'CNY',
      amountFen: 12_345,
      paidAt: new Date('2026-11-21T02:01:02Z'),
    })
    const { sign = '', ...given } = asked.at(-1) ?? {}
    expect(verifyAlipaySignature(formatCanonicalAlipayParameters(given), sign, ours.publicKey)).toBe(true)
    answer = { node: yes({ ...paid, trade_status: 'WAIT_BUYER_PAY' }) }
    expect(await alipay.query('a1', now)).toMatchObject({ state: 'NOTPAY' })
    answer = { node: '{"code":"40004","msg":"Business Failed","sub_code":"ACQ.TRADE_NOT_EXIST"}' }
    expect(await alipay.query('a1', now)).toEqual({ outTradeNo: 'a1', state: 'MISSING' })
    await alipay.close('a1', now)
  })

  test('has an unknown outcome if the answer is not the provider’s own, and is refused only by the provider', async () => {
    const node = yes({ out_trade_no: 'a1', trade_status: 'TRADE_SUCCESS', total_amount: '1.00' })
    answer = { node, key: ours.privateKey }
    await expect(alipay.query('a1', now)).rejects.toThrow(GatewayOutcomeUnknownError)
    answer = { node, name: 'alipay_trade_close_response' }
    await expect(alipay.query('a1', now)).rejects.toThrow(GatewayOutcomeUnknownError)
    answer = { node: '{"code":"20000","msg":"Service Currently Unavailable"}' }
    await expect(alipay.query('a1', now)).rejects.toThrow(GatewayOutcomeUnknownError)
    answer = { node: '{"code":"40002","sub_code":"isv.invalid-app-id","sub_msg":"无效的 AppID"}' }
    await expect(alipay.query('a1', now)).rejects.toThrow(GatewayRefusalError)
    answer = { node: yes({ out_trade_no: 'a1', trade_status: 'NEW_STATE' }) }
    await expect(alipay.query('a1', now)).rejects.toThrow(GatewayOutcomeUnknownError)
  })

  test('answer is verified over the exact bytes of its signed part, whatever its texts contain', () => {
    const node = '{"a":"}\\"{","b":{"c":[1]} }'
    expect(extractAlipaySignedText(`{ "x_response":${node},"sign":"s"}`, 'x_response')).toBe(node)
    expect(extractAlipaySignedText('{"x_response":{"a":1', 'x_response')).toBeUndefined()
    expect(extractAlipaySignedText('{}', 'x_response')).toBeUndefined()
  })
})

describe('a payment notification', () => {
  const facts = {
    app_id: '2021',
    seller_id: '2088',
    notify_id: 'n1',
    notify_time: formatShanghaiTime(now),
    charset: 'utf-8',
    version: '1.0',
    out_trade_no: 'a1',
    trade_no: '20',
    trade_status: 'TRADE_SUCCESS',
    total_amount: '123.45',
    gmt_payment: '2026-11-21 10:01:02',
  }
  const notice = (over: Record<string, string> = {}, { key = theirs.privateKey, after = {} as Record<string, string> } = {}) => {
    const given = { ...facts, ...over }
    const sign = signAlipayText(formatCanonicalAlipayParameters(given, ['sign', 'sign_type']), key)
    return { headers: {}, body: new URLSearchParams({ ...given, sign, sign_type: 'RSA2', ...after }).toString() }
  }

  test('that is valid is parsed', () => {
    expect(alipay.parseNotification(notice(), now)).toMatchObject({
      kind: 'trade',
      noticeId: 'n1',
      report: { outTradeNo: 'a1', state: 'SUCCESS', amountFen: 12_345, gatewayNo: '20' },
    })
    expect(alipay.parseNotification(notice({ notify_time: formatShanghaiTime(new Date(now.getTime() - 299_000)) }), now)).toMatchObject({
      noticeId: 'n1',
    })
    expect([alipay.noticeResponse(true).body, alipay.noticeResponse(false).body]).toEqual(['success', 'fail'])
  })

  // K1, K3, K6
  test.each([
    ['signed by somebody else', notice({}, { key: ours.privateKey })],
    ['changed after it was signed', notice({}, { after: { total_amount: '0.01' } })],
    ['without a signature', { headers: {}, body: new URLSearchParams(facts).toString() }],
    ['of another app', notice({ app_id: '2022' })],
    ['of another seller', notice({ seller_id: '2089' })],
    ['from 301 seconds ago', notice({ notify_time: formatShanghaiTime(new Date(now.getTime() - 301_000)) })],
    ['from 301 seconds ahead', notice({ notify_time: formatShanghaiTime(new Date(now.getTime() + 301_000)) })],
    ['without a time', notice({ notify_time: '' })],
    ['that is no form', { headers: {}, body: '{"a":1}' }],
  ])('%s is rejected', (_, raw) => {
    expect(() => alipay.parseNotification(raw, now)).toThrow(InvalidGatewayNotificationError)
  })
})
