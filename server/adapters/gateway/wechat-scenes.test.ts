import { createVerify, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { fen } from '#contract/platform/core/money.ts'
import { readOrCreateSandboxCredentials } from '#sandbox/credentials.ts'
import { openPaymentSandbox } from '#sandbox/sandbox.ts'
import { type GatewayChargeRequest, GatewayOutcomeUnknownError, GatewayRefusalError } from './gateway.ts'
import { createWechatGateway, type WechatAccount } from './wechat.ts'
import { fetchWechatVisitorId } from './wechat-in-app.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'mall-sandbox-'))
const credentials = readOrCreateSandboxCredentials(folder)
const clock = { now: new Date() }
const sandbox = await openPaymentSandbox({ folder, port: 0, now: () => clock.now })
afterAll(async () => {
  await sandbox.close()
  rmSync(folder, { recursive: true, force: true })
})

const { merchant, platform, mchid, appid, apiKey } = credentials
const account: WechatAccount = {
  mchid,
  appid,
  apiKey,
  serial: merchant.serial,
  key: merchant.key,
  platformKeys: new Map([[platform.serial, platform.publicKey]]),
  base: sandbox.base,
  h5: true,
  open: { appSecret: credentials.appSecret, openBase: sandbox.base, apiBase: sandbox.base },
  nonce: () => randomBytes(16).toString('hex'),
}
const wechat = createWechatGateway(account)

const MALL = 'http://mall.test'
const BACK = `${MALL}/#/order_pay_online_pay?paymentId=1&back=1`
const charge = (given: Partial<GatewayChargeRequest> = {}): GatewayChargeRequest => ({
  outTradeNo: randomUUID().replaceAll('-', ''),
  amountFen: fen(12_345),
  title: '截齿 KT-INS114',
  scene: 'phone',
  payerIp: '203.0.113.7',
  notifyUrl: `${MALL}/notice`,
  returnUrl: BACK,
  expiresAt: new Date(clock.now.getTime() + 900_000),
  ...given,
})
const opens = (url: string, referer = `${MALL}/`) => fetch(url, { headers: { referer }, redirect: 'manual' })
/** Presses a button of the page that stands for the telephone, and returns where it leads. */
async function presses(url: string, answer: 'pay' | 'refuse', back = BACK): Promise<Response> {
  const action = /action="([^"]+)"/.exec(await (await opens(url)).text())?.[1] ?? expect.fail('no button')
  const body = new URLSearchParams({ answer, redirect_url: back })
  return fetch(new URL(action, sandbox.base), { method: 'POST', body, redirect: 'manual' })
}
const pageOf = async (given: GatewayChargeRequest): Promise<string> => {
  const invitation = await wechat.create(given, clock.now)
  return invitation.show === 'redirect' ? invitation.url : expect.fail('no page')
}

test('in a phone’s browser a page opens WeChat, and leads back whether it was paid or not', async () => {
  const given = charge()
  const url = await pageOf(given)
  expect(new URL(url).searchParams.get('redirect_url')).toBe(BACK)
  expect(await (await opens(url)).text()).toContain('¥123.45')
  expect((await presses(url, 'refuse')).headers.get('location')).toBe(BACK)
  expect(await wechat.query(given.outTradeNo, clock.now)).toMatchObject({ state: 'NOTPAY' })
  expect((await presses(url, 'pay')).headers.get('location')).toBe(BACK)
  expect(await wechat.query(given.outTradeNo, clock.now)).toMatchObject({ state: 'SUCCESS', amountFen: 12_345 })
})

// J15
test('a page of WeChat that another site opens, or that leads to another site, does not open', async () => {
  const url = await pageOf(charge())
  expect((await opens(url, 'https://evil.test/')).status).toBe(400)
  expect((await fetch(url)).status).toBe(400)
  const foreign = new URL(url)
  foreign.searchParams.set('redirect_url', 'https://evil.test/')
  expect(await (await opens(foreign.href)).text()).toContain('redirect_url')
  expect((await presses(url, 'refuse', 'https://evil.test/')).status).toBe(400)
})

test('a page ends after five minutes, and the same order gets another one', async () => {
  const given = charge()
  const url = await pageOf(given)
  clock.now = new Date(clock.now.getTime() + 5 * 60_000)
  expect(await (await opens(url)).text()).toContain('已失效')
  expect((await opens(await pageOf(given))).status).toBe(200)
  await wechat.close(given.outTradeNo, clock.now)
  expect(await (await opens(await pageOf(charge()))).text()).toContain('确认付款')
  await expect(wechat.create(given, clock.now)).rejects.toThrow(GatewayRefusalError)
})

test('an order needs the address of the phone, and one number is paid in one scene only', async () => {
  await expect(wechat.create(charge({ payerIp: 'a phone' }), clock.now)).rejects.toThrow(GatewayRefusalError)
  const { payerIp: _, ...nowhere } = charge()
  await expect(wechat.create(nowhere, clock.now)).rejects.toThrow(GatewayOutcomeUnknownError)
  const given = charge()
  await wechat.create(given, clock.now)
  await expect(wechat.create({ ...given, scene: 'desk' }, clock.now)).rejects.toThrow(GatewayRefusalError)
})

test('a merchant without H5 payment or service account offers a code there', async () => {
  expect(wechat.scenes).toEqual(['desk', 'phone', 'wechat'])
  const plain = createWechatGateway({ ...account, h5: false, open: undefined })
  expect(plain.scenes).toEqual(['desk'])
  await expect(plain.create(charge({ scene: 'wechat' }), clock.now)).rejects.toThrow(GatewayRefusalError)
  await expect(plain.findPayerId?.('a')).rejects.toThrow(GatewayRefusalError)
})

const IN_APP = 'http://127.0.0.1:1/#/order_pay_online_pay?paymentId=1'
/** A person inside WeChat, who visits the page that names him. */
function openWechatOf() {
  let cookie = ''
  return {
    async authorises(url: string): Promise<URL> {
      const answer = await fetch(url, { headers: { cookie }, redirect: 'manual' })
      cookie ||= answer.headers.get('set-cookie')?.split(';')[0] ?? ''
      return new URL(answer.headers.get('location') ?? 'http://refused.test')
    },
    opens: (call: object) => fetch(`${sandbox.base}/bridge?${new URLSearchParams({ ...call })}`, { headers: { cookie } }),
    pays: (call: object) =>
      fetch(`${sandbox.base}/bridge?${new URLSearchParams({ ...call })}`, { method: 'POST', headers: { cookie }, body: 'answer=pay' }),
  }
}
const namePayer = async (person: ReturnType<typeof openWechatOf>, given: GatewayChargeRequest) => {
  const asked = await wechat.create(given, clock.now)
  if (asked.show !== 'authorise') expect.fail('nobody is asked')
  return { asked: asked.url, back: await person.authorises(asked.url) }
}
const prepare = async (person: ReturnType<typeof openWechatOf>, given: GatewayChargeRequest) => {
  const { back } = await namePayer(person, given)
  const payerId = (await wechat.findPayerId?.(back.searchParams.get('code') ?? '')) ?? ''
  const invitation = await wechat.create({ ...given, payerId }, clock.now)
  return invitation.show === 'bridge' ? { call: invitation.call, payerId } : expect.fail('no call')
}

test('inside WeChat its page names who pays, and the bridge opens the signed payment for him', async () => {
  const given = charge({ scene: 'wechat', returnUrl: IN_APP })
  const lin = openWechatOf()
  const { asked, back } = await namePayer(lin, given)
  expect(asked).toMatch(
    /\/connect\/oauth2\/authorize\?appid=wx\w+&redirect_uri=[^&]+&response_type=code&scope=snsapi_base&state=[0-9a-f]{32}#wechat_redirect$/,
  )
  expect([back.hash, back.searchParams.get('state')]).toEqual([new URL(IN_APP).hash, new URL(asked).searchParams.get('state')])
  const { call } = await prepare(lin, given)
  expect(call).toMatchObject({ appId: appid, signType: 'RSA', timeStamp: String(Math.floor(clock.now.getTime() / 1_000)) })
  const signed = `${call.appId}\n${call.timeStamp}\n${call.nonceStr}\n${call.package}\n`
  expect(createVerify('RSA-SHA256').update(signed).verify(merchant.publicKey, call.paySign, 'base64')).toBe(true)
  expect(await (await lin.opens(call)).text()).toContain('¥123.45')
  expect(await (await lin.pays(call)).text()).toContain('已付款')
  expect(await wechat.query(given.outTradeNo, clock.now)).toMatchObject({ state: 'SUCCESS', amountFen: 12_345 })
})

// J16
test('a payment inside WeChat opens for nobody else, and for no changed call', async () => {
  const given = charge({ scene: 'wechat', returnUrl: IN_APP })
  const [lin, wu] = [openWechatOf(), openWechatOf()]
  const { call } = await prepare(lin, given)
  await namePayer(wu, given)
  expect(await (await wu.pays(call)).text()).toContain('不一致')
  for (const changed of [
    { package: 'prepay_id=x' },
    { nonceStr: 'x' },
    { timeStamp: '1' },
    { appId: 'wx1' },
    { signType: 'MD5' },
    { paySign: 'AAAA' },
  ])
    expect((await lin.pays({ ...call, ...changed })).status).toBe(400)
  expect(await wechat.query(given.outTradeNo, clock.now)).toMatchObject({ state: 'NOTPAY' })
  // The number belongs to the person whom it was made for.
  const { payerId } = await prepare(wu, charge({ scene: 'wechat', returnUrl: IN_APP }))
  await expect(wechat.create({ ...given, payerId }, clock.now)).rejects.toThrow(GatewayRefusalError)
})

// J16
test('a code is used once, within five minutes, and an id that WeChat has not given pays nothing', async () => {
  const given = charge({ scene: 'wechat', returnUrl: IN_APP })
  const lin = openWechatOf()
  const codeOf = async () => (await namePayer(lin, given)).back.searchParams.get('code') ?? ''
  const [used, old] = [await codeOf(), await codeOf()]
  await wechat.findPayerId?.(used)
  await expect(wechat.findPayerId?.(used)).rejects.toThrow(GatewayRefusalError)
  clock.now = new Date(clock.now.getTime() + 5 * 60_000)
  await expect(wechat.findPayerId?.(old)).rejects.toThrow(GatewayRefusalError)
  await expect(wechat.findPayerId?.('forged')).rejects.toThrow(GatewayRefusalError)
  await expect(wechat.create({ ...given, payerId: 'oForged' }, clock.now)).rejects.toThrow(GatewayRefusalError)
  const stranger = createWechatGateway({ ...account, open: { appSecret: 'x', openBase: sandbox.base, apiBase: sandbox.base } })
  await expect(stranger.findPayerId?.(await codeOf())).rejects.toThrow(GatewayRefusalError)
})

// J15
test('WeChat names nobody to another site', async () => {
  const lin = openWechatOf()
  const { back } = await namePayer(lin, charge({ scene: 'wechat', returnUrl: 'https://evil.test/' }))
  expect(back.hostname).toBe('refused.test')
})

test('an answer that names nobody is a refusal, and one that cannot be understood is unclear', async () => {
  let answer: object = {}
  const server = createServer((_, response) => response.end(JSON.stringify(answer)))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const apiBase = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const names = (given: object) => {
    answer = given
    return fetchWechatVisitorId({ appid, appSecret: 'a', apiBase }, 'code')
  }
  expect(await names({ openid: 'oLin' })).toBe('oLin')
  await expect(names({ errcode: 40_029, errmsg: 'invalid code' })).rejects.toThrow(GatewayRefusalError)
  // The preview of a page (快照页) has a visitor whose id is not real.
  await expect(names({ openid: 'oLin', is_snapshotuser: 1 })).rejects.toThrow(GatewayRefusalError)
  await expect(names({ openid: '' })).rejects.toThrow(GatewayOutcomeUnknownError)
  server.close()
})
