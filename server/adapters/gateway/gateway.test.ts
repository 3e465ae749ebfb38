import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import http from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fen } from '#contract/platform/core/money.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { readOrCreateSandboxCredentials } from '#sandbox/credentials.ts'
import { noNoticeFaults } from '#sandbox/notices.ts'
import { openPaymentSandbox, type RunningPaymentSandbox } from '#sandbox/sandbox.ts'
import { toUnionpayMerchantId } from '#sandbox/unionpay-side.ts'
import {
  GatewayOutcomeUnknownError,
  GatewayRefusalError,
  InvalidGatewayNotificationError,
  type PaymentGateway,
  type RawGatewayNotification,
} from './gateway.ts'
import { createUnionpayGateway } from './unionpay.ts'
import { createWechatGateway } from './wechat.ts'
import { createWechatAuthorizationHeader, encryptWechatResourceAsProvider, signWechatResponseAsProvider } from './wechat-signature.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'mall-sandbox-'))
const credentials = readOrCreateSandboxCredentials(folder)
const { merchant, platform, mchid, appid, apiKey } = credentials
const now = () => new Date()

/** All notifications that were delivered, unparsed. */
const inbox: RawGatewayNotification[] = []
const door = http.createServer((request, response) => {
  let body = ''
  request.on('data', (piece) => {
    body += String(piece)
  })
  request.on('end', () => {
    inbox.push({ headers: request.headers as RawGatewayNotification['headers'], body })
    response.writeHead(200).end('{}')
  })
})

let sandbox: RunningPaymentSandbox
let wechat: PaymentGateway
let card: PaymentGateway
let notifyUrl = ''
beforeAll(async () => {
  sandbox = await openPaymentSandbox({ folder, port: 0, secondsScale: 0.002 })
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve))
  const address = door.address()
  notifyUrl = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/notice`
  const keys = new Map([[platform.serial, platform.publicKey]])
  const account = {
    mchid,
    appid,
    apiKey,
    serial: merchant.serial,
    key: merchant.key,
    platformKeys: keys,
    base: sandbox.base,
    h5: true,
    open: undefined,
  }
  wechat = createWechatGateway({ ...account, nonce: () => randomBytes(16).toString('hex') })
  const { base } = sandbox
  card = createUnionpayGateway({
    merId: toUnionpayMerchantId(credentials),
    certId: merchant.serial,
    key: merchant.key,
    unionpayKeys: keys,
    bizType: '000201',
    base,
  })
})
afterAll(async () => {
  await sandbox.close()
  door.close()
})

const newNo = () => randomUUID().replaceAll('-', '')
const charge = (outTradeNo: string, amount = 12_345) => ({
  outTradeNo,
  amountFen: fen(amount),
  title: '截齿 KT-INS114',
  scene: 'desk' as const,
  notifyUrl,
  returnUrl: 'http://127.0.0.1/back',
  expiresAt: new Date(Date.now() + 900_000),
})
const press = async (url: string, answer: 'pay' | 'refuse' = 'pay') =>
  (await fetch(url, { method: 'POST', body: `answer=${answer}` })).text()
const arrived = async (count: number) => expect.poll(() => inbox.length).toBeGreaterThanOrEqual(count)

describe('a WeChat Pay payment', () => {
  test('is created, scanned, paid, notified and found, and not created twice under one number', async () => {
    const no = newNo()
    const invitation = await wechat.create(charge(no), now())
    expect(invitation).toEqual(await wechat.create(charge(no), now()))
    expect(await wechat.query(no, now())).toMatchObject({ state: 'NOTPAY' })
    if (invitation.show !== 'qr') expect.fail('no code to scan')
    const before = inbox.length
    expect(await press(invitation.codeUrl)).toContain('已付款')
    await arrived(before + 1)
    const notice = wechat.parseNotification(inbox.at(-1) ?? expect.fail(), now())
    expect(notice).toMatchObject({ kind: 'trade', report: { outTradeNo: no, state: 'SUCCESS', amountFen: 12_345, currency: 'CNY' } })
    expect(await wechat.query(no, now())).toMatchObject(notice.report)
    await expect(wechat.close(no, now())).rejects.toThrow(GatewayRefusalError)
  })

  test('that is refused or closed is not paid, and closing an unknown number is no error', async () => {
    const no = newNo()
    const invitation = await wechat.create(charge(no), now())
    if (invitation.show !== 'qr') expect.fail()
    await press(invitation.codeUrl, 'refuse')
    expect(await wechat.query(no, now())).toMatchObject({ state: 'NOTPAY' })
    await wechat.close(no, now())
    await press(invitation.codeUrl)
    expect(await wechat.query(no, now())).toMatchObject({ state: 'CLOSED' })
    await wechat.close(newNo(), now())
    expect(await wechat.query(newNo(), now())).toMatchObject({ state: 'MISSING' })
  })

  test('is refunded up to its amount, each refund once despite repeats, and all of it is in the daily bill', async () => {
    const [no, first] = [newNo(), newNo()]
    const invitation = await wechat.create(charge(no), now())
    if (invitation.show !== 'qr') expect.fail()
    await press(invitation.codeUrl)
    const input = { outTradeNo: no, outRefundNo: first, amountFen: fen(10_000), totalFen: fen(12_345), reason: '缺货' }
    for (let times = 0; times < 3; times++)
      expect(await wechat.refund(input, now())).toMatchObject({ outRefundNo: first, amountFen: 10_000 })
    expect(await wechat.queryRefund(first, no, now())).toMatchObject({ state: 'SUCCESS', amountFen: 10_000 })
    await expect(wechat.refund({ ...input, outRefundNo: newNo(), amountFen: fen(2_346) }, now())).rejects.toThrow(GatewayRefusalError)
    const bill = (await wechat.bill(toShanghaiDay(now()), now())).filter(({ outTradeNo }) => outTradeNo === no)
    expect(bill.map(({ kind, amountFen }) => [kind, amountFen])).toEqual([
      ['pay', 12_345],
      ['refund', 10_000],
    ])
    expect(await wechat.bill('2020-01-01', now())).toEqual([])
  })

  test('has an unknown outcome and is not refused if an answer is missing or cannot be trusted', async () => {
    const dead = createWechatGateway({
      mchid,
      appid,
      apiKey,
      serial: merchant.serial,
      key: merchant.key,
      platformKeys: new Map(),
      base: sandbox.base,
      h5: false,
      open: undefined,
      nonce: newNo,
    })
    await expect(dead.query(newNo(), now())).resolves.toMatchObject({ state: 'MISSING' })
    await expect(dead.create(charge(newNo()), now())).rejects.toThrow(GatewayOutcomeUnknownError)
    const gone = createWechatGateway({
      mchid,
      appid,
      apiKey,
      serial: merchant.serial,
      key: merchant.key,
      platformKeys: new Map(),
      base: 'http://127.0.0.1:1',
      h5: false,
      open: undefined,
      nonce: newNo,
    })
    await expect(gone.query(newNo(), now())).rejects.toThrow(GatewayOutcomeUnknownError)
  })
})

describe('a payment notification', () => {
  const resource = (over: object = {}) => ({
    mchid,
    appid,
    out_trade_no: 'a'.repeat(32),
    transaction_id: '42',
    trade_state: 'SUCCESS',
    success_time: '2026-11-21T10:00:00+08:00',
    amount: { total: 100, currency: 'CNY' },
    ...over,
  })
  interface Spoil {
    resource?: object
    sealed?: object
    serial?: string
    at?: number
    body?: (body: string) => string
    signature?: string
    key?: typeof platform.key
  }
  function make({
    resource: facts = resource(),
    sealed = {},
    serial = platform.serial,
    at = 0,
    body: change = (body) => body,
    signature,
    key = platform.key,
  }: Spoil): RawGatewayNotification {
    const nonce = 'n'.repeat(12)
    const ciphertext = encryptWechatResourceAsProvider(JSON.stringify(facts), { apiKey, nonce, associated: 'transaction' })
    const parts = { algorithm: 'AEAD_AES_256_GCM', ciphertext, nonce, associated_data: 'transaction', ...sealed }
    const body = JSON.stringify({ id: 'x', event_type: 'TRANSACTION.SUCCESS', resource: parts })
    const timestamp = Math.floor(Date.now() / 1_000) + at
    const signed = signature ?? signWechatResponseAsProvider(body, { timestamp, nonce: 'once', key })
    const headers = {
      'wechatpay-timestamp': String(timestamp),
      'wechatpay-nonce': 'once',
      'wechatpay-serial': serial,
      'wechatpay-signature': signed,
    }
    return { headers, body: change(body) }
  }

  test('that is valid is parsed', () => {
    expect(wechat.parseNotification(make({}), now())).toMatchObject({ report: { state: 'SUCCESS', amountFen: 100, gatewayNo: '42' } })
    expect(wechat.parseNotification(make({ at: -299 }), now())).toMatchObject({ report: { state: 'SUCCESS' } })
  })

  // K1, K2, K3, K4, K6, K7
  test.each<[string, Spoil]>([
    ['without a right signature', { signature: 'AAAA' }],
    ['with the provider’s probe signature', { signature: 'WECHATPAY/SIGNTEST/AAAA' }],
    ['signed by the merchant itself', { key: merchant.key }],
    ['of an unknown serial', { serial: 'FFFF' }],
    ['from 301 seconds ago', { at: -302 }],
    ['from 301 seconds ahead', { at: 302 }],
    ['written again with other blanks', { body: (body) => body.replace(':', ': ') }],
    ['of another merchant', { resource: resource({ mchid: '1' }) }],
    ['of another app', { resource: resource({ appid: 'wx' }) }],
    ['in another cipher', { sealed: { algorithm: 'AEAD_SM4_GCM' } }],
    ['with a nonce of another length', { sealed: { nonce: 'n' } }],
    ['with a broken tag', { sealed: { ciphertext: randomBytes(80).toString('base64') } }],
    ['with other associated data', { sealed: { associated_data: 'x' } }],
    ['without a cipher', { sealed: { ciphertext: null } }],
  ])('%s is rejected', (_, spoil) => {
    expect(() => wechat.parseNotification(make(spoil), now())).toThrow(InvalidGatewayNotificationError)
  })

  test('without headers or JSON is rejected', () => {
    expect(() => wechat.parseNotification({ headers: {}, body: '{}' }, now())).toThrow(InvalidGatewayNotificationError)
    expect(() => card.parseNotification({ headers: {}, body: 'respCode=00&signature=AAAA' }, now())).toThrow(
      InvalidGatewayNotificationError,
    )
  })
})

describe('a card payment', () => {
  test('is paid on the page of the bank, notified, found and partly refunded', async () => {
    const [no, refundNo] = [newNo(), newNo()]
    const invitation = await card.create(charge(no), now())
    if (invitation.show !== 'redirect') expect.fail()
    const page = await fetch(invitation.url)
    expect(await page.text()).toContain('¥123.45')
    const before = inbox.length
    await press(page.url)
    await arrived(before + 1)
    expect(card.parseNotification(inbox.at(-1) ?? expect.fail(), now())).toMatchObject({
      kind: 'trade',
      report: { outTradeNo: no, state: 'SUCCESS', amountFen: 12_345 },
    })
    expect(await card.query(no, now())).toMatchObject({ state: 'SUCCESS', amountFen: 12_345 })
    await card.refund({ outTradeNo: no, outRefundNo: refundNo, amountFen: fen(345), totalFen: fen(12_345), reason: '缺货' }, now())
    expect(await card.queryRefund(refundNo, no, now())).toMatchObject({ state: 'SUCCESS', amountFen: 345 })
    const input = { outTradeNo: no, outRefundNo: newNo(), amountFen: fen(12_001), totalFen: fen(12_345), reason: '' }
    await expect(card.refund(input, now())).rejects.toThrow(GatewayRefusalError)
    expect(await card.bill(toShanghaiDay(new Date(Date.now() - 86_400_000)), now())).toEqual([])
  })

  test('is refused if the address of the page was changed', async () => {
    const invitation = await card.create(charge(newNo()), now())
    if (invitation.show !== 'redirect') expect.fail()
    expect((await fetch(invitation.url.replace('txnAmt=12345', 'txnAmt=1'))).status).toBe(400)
  })
})

describe('the sandbox', () => {
  test('loses, duplicates and forges notifications on demand, and sends lost ones again', async () => {
    Object.assign(sandbox.postman.faults, { ...noNoticeFaults, double: 1, falsify: 0.5 })
    for (let at = 0; at < 10; at++) {
      const invitation = await wechat.create(charge(newNo()), now())
      if (invitation.show === 'qr') await press(invitation.codeUrl)
    }
    await expect.poll(() => sandbox.postman.deliveries.length).toBeGreaterThanOrEqual(20)
    Object.assign(sandbox.postman.faults, { ...noNoticeFaults, lose: 1 })
    const no = newNo()
    const invitation = await wechat.create(charge(no), now())
    if (invitation.show === 'qr') await press(invitation.codeUrl)
    const received = () => inbox.some((raw) => raw.body.includes('ciphertext') && isOf(raw, no))
    await expect.poll(received).toBe(true)
    Object.assign(sandbox.postman.faults, noNoticeFaults)
  })

  test('refuses calls that its merchant has not signed', async () => {
    const stranger = readOrCreateSandboxCredentials(mkdtempSync(path.join(tmpdir(), 'mall-sandbox-')))
    const target = `/v3/pay/transactions/out-trade-no/${newNo()}?mchid=${mchid}`
    const call = { method: 'GET', target, body: '', timestamp: Math.floor(Date.now() / 1_000), nonce: newNo() } as const
    const authorization = createWechatAuthorizationHeader(call, { mchid, serial: merchant.serial, key: stranger.merchant.key })
    expect((await fetch(sandbox.base + target, { headers: { authorization } })).status).toBe(401)
  })
})

function isOf(raw: RawGatewayNotification, no: string): boolean {
  try {
    const notice = wechat.parseNotification(raw, now())
    return notice.kind === 'trade' && notice.report.outTradeNo === no
  } catch {
    return false
  }
}
