import { createHash } from 'node:crypto'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import { noWaybillFaults } from '#sandbox/waybills/provider.ts'
import { GatewayOutcomeUnknownError, GatewayRefusalError } from '#server/adapters/gateway/public.ts'
import { readConfig } from '#server/platform/core/config.ts'
import { startWaybillSandbox } from '#server/platform/testing/waybill-sandbox.ts'
import { computeKuaidi100LabelSignature, createKuaidi100WaybillNumbers } from './public.ts'

const sandbox = await startWaybillSandbox()
const service = createKuaidi100WaybillNumbers(sandbox.account)
const at = new Date('2026-11-18T06:00:00Z')
const request = {
  orderId: '0195d000000070008000000000000001',
  carrier: '德邦快递',
  receiver: { name: '林', mobile: '13800138000', address: '广东省 深圳市 龙岗区 坂田 1 号', company: '林矿业' },
  sender: { address: '广东省深圳市龙岗区仓库路 1 号', company: '岩锋工品' },
  cargo: '截齿',
}

test('the signature is the MD5 over parameters, time, key and secret, in capitals', () => {
  const due = createHash('md5').update('{"a":"中"}1576123932000kkss').digest('hex').toUpperCase()
  expect(computeKuaidi100LabelSignature('{"a":"中"}', '1576123932000', { key: 'kk', secret: 'ss' })).toBe(due)
})

test('a number is given once for an order id, with what is printed on its label', async () => {
  const first = await service.take(request, at)
  expect(first).toEqual({
    trackingNo: 'DPK900000000001',
    fault: '',
    carrierOrderNo: 'KD0000000001',
    route: '广东 001',
    sortingPlace: '广东省分拨中心',
  })
  expect(await service.take(request, at)).toEqual(first)
  expect(sandbox.all()).toHaveLength(1)
})

test('a wrong secret, a carrier without an account and an address that cannot be read are refused with their reason', async () => {
  const other = createKuaidi100WaybillNumbers({ ...sandbox.account, secret: 'another' })
  await expect(other.take({ ...request, orderId: 'a' }, at)).rejects.toThrow('30002: 验证签名失败')
  expect(() =>
    createKuaidi100WaybillNumbers({ ...sandbox.account, carriers: { 德邦: { partnerId: 'a', partnerKey: '', net: '' } } }),
  ).toThrow('KUAIDI100_LABEL_PARTNERS 中的 德邦 不是可取号的承运公司，应为全称：德邦快递、')
  await expect(service.take({ ...request, orderId: 'a', carrier: '跨越速运' }, at)).rejects.toThrow('没有跨越速运的电子面单账号')
  const far = { ...request, orderId: 'a', receiver: { ...request.receiver, address: '月球' } }
  await expect(service.take(far, at)).rejects.toThrow(GatewayRefusalError)
  expect(sandbox.all()).toHaveLength(1)
})

test('an answer that was lost is asked for again under the same id and takes no second number', async () => {
  const lost = { ...request, orderId: 'b' }
  Object.assign(sandbox.faults, noWaybillFaults, { mute: 1 })
  await expect(service.take(lost, at)).rejects.toThrow(GatewayOutcomeUnknownError)
  expect(sandbox.all()).toHaveLength(2)
  expect((await service.take(lost, at)).trackingNo).toBe('DPK900000000002')
  expect(sandbox.all()).toHaveLength(2)
})

test('a number is given back under the number of the carrier, once', async () => {
  const taken = await service.take({ ...request, orderId: 'c', carrier: '顺丰速运' }, at)
  expect(taken.trackingNo).toBe('SF9000000000003')
  const back = { carrier: '顺丰速运', trackingNo: taken.trackingNo, carrierOrderNo: taken.carrierOrderNo, reason: '改地址' }
  await expect(service.giveBack({ ...back, carrierOrderNo: 'other' }, at)).rejects.toThrow('30009: 查无此单')
  await service.giveBack(back, at)
  expect(sandbox.all().find(({ orderId }) => orderId === 'c')?.cancelled).toBe(true)
  await expect(service.giveBack(back, at)).rejects.toThrow(GatewayRefusalError)
})

let respond: RequestListener = () => {}
const server = createServer((incoming, out) => respond(incoming, out))
afterAll(() => new Promise((resolve) => server.close(resolve)))
/** The service at a provider that answers as `respond` does. */
const strange = async () => {
  if (!server.listening) await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return createKuaidi100WaybillNumbers({ ...sandbox.account, base: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
}

test.each([
  [' dpk9000 00000009 ', 'DPK900000000009', ''],
  ['DPK-9', 'DPK-9', '德邦快递的运单号应为 DPK 加 12 位数字，或 8 至 10 位数字，请核对'],
])(
  'the number %j is written as carriers do, and one that its carrier would not give is kept with what is wrong',
  async (given, trackingNo, fault) => {
    respond = (_incoming, out) => out.end(JSON.stringify({ success: true, code: 200, data: { kuaidinum: given } }))
    expect(await (await strange()).take(request, at)).toMatchObject({ trackingNo, fault })
  },
)

test('the buyer’s remark is not sent', async () => {
  let body = ''
  respond = (incoming, out) => {
    incoming.on('data', (chunk: Buffer) => (body += chunk.toString()))
    incoming.on('end', () => out.end('{"success":false,"code":30004,"message":"账号单量不足"}'))
  }
  await expect((await strange()).take(request, at)).rejects.toThrow(GatewayRefusalError)
  expect(JSON.parse(new URLSearchParams(body).get('param') ?? '')).not.toHaveProperty('remark')
})

describe('the outcome is unknown after', () => {
  test.each<[string, number, string]>([
    ['a page instead of JSON', 200, '<html>502</html>'],
    ['an error of the server', 502, ''],
    ['an answer without a code', 200, '{"success":true}'],
    ['a fault of the provider', 200, '{"success":false,"code":-1,"message":"服务器错误"}'],
    ['a code that nobody knows', 200, '{"success":false,"code":30099,"message":"下单超时"}'],
    ['a refusal that says success', 200, '{"success":true,"code":30001}'],
    ['a success without a number', 200, '{"success":true,"code":200,"data":{}}'],
  ])('%s', async (_, status, body) => {
    respond = (_incoming, out) => out.writeHead(status, { 'content-type': 'application/json' }).end(body)
    await expect((await strange()).take(request, at)).rejects.toThrow(GatewayOutcomeUnknownError)
  })
})

test('the environment must set the account completely or not at all', () => {
  const env = {
    KUAIDI100_LABEL_KEY: 'k',
    KUAIDI100_LABEL_SECRET: 's',
    KUAIDI100_LABEL_PARTNERS: '德邦快递=DB1, 顺丰速运=SF1/pw/龙岗',
    KUAIDI100_LABEL_SENDER_NAME: '仓储部',
    KUAIDI100_LABEL_SENDER_MOBILE: '13800000088',
  }
  expect(readConfig({}).waybills).toBeUndefined()
  expect(readConfig(env).waybills).toEqual({
    key: 'k',
    secret: 's',
    base: 'https://api.kuaidi100.com',
    carriers: { 德邦快递: { partnerId: 'DB1', partnerKey: '', net: '' }, 顺丰速运: { partnerId: 'SF1', partnerKey: 'pw', net: '龙岗' } },
    sender: { name: '仓储部', mobile: '13800000088' },
  })
  expect(() => readConfig({ ...env, KUAIDI100_LABEL_SECRET: '' })).toThrow('电子面单的设置不完整：缺少 KUAIDI100_LABEL_SECRET')
  for (const wrong of [
    '德邦快递',
    '=DB1',
    ' =DB1',
    '德邦快递= /pw',
    '德邦快递=DB1,',
    '德邦快递=DB1/pw/龙岗/更多',
    '德邦快递=DB1 顺丰速运=SF1',
  ])
    expect(() => readConfig({ ...env, KUAIDI100_LABEL_PARTNERS: wrong })).toThrow('KUAIDI100_LABEL_PARTNERS 应写作')
  expect(() => readConfig({ ...env, KUAIDI100_LABEL_PARTNERS: '德邦快递=A,德邦快递=B' })).toThrow('德邦快递 写了两次')
  expect(() => readConfig({ ...env, KUAIDI100_LABEL_SENDER_MOBILE: '1' })).toThrow('应为手机号')
})
