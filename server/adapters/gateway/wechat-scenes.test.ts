import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { fen } from '#contract/platform/core/money.ts'
import { readOrCreateSandboxCredentials } from '#sandbox/credentials.ts'
import { openPaymentSandbox } from '#sandbox/sandbox.ts'
import { type GatewayChargeRequest, GatewayOutcomeUnknown, GatewayRefusal } from './gateway.ts'
import { createWechatGateway, type WechatAccount } from './wechat.ts'

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
  await expect(wechat.create(given, clock.now)).rejects.toThrow(GatewayRefusal)
})

test('an order needs the address of the phone, and one number is paid in one scene only', async () => {
  await expect(wechat.create(charge({ payerIp: 'a phone' }), clock.now)).rejects.toThrow(GatewayRefusal)
  const { payerIp: _, ...nowhere } = charge()
  await expect(wechat.create(nowhere, clock.now)).rejects.toThrow(GatewayOutcomeUnknown)
  const given = charge()
  await wechat.create(given, clock.now)
  await expect(wechat.create({ ...given, scene: 'desk' }, clock.now)).rejects.toThrow(GatewayRefusal)
})

test('a merchant without H5 payment offers a code everywhere', () => {
  expect(wechat.scenes).toEqual(['desk', 'phone'])
  expect(createWechatGateway({ ...account, h5: false }).scenes).toEqual(['desk'])
})
