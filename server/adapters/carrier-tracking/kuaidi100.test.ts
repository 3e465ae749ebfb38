import { describe, expect, test } from 'vitest'
import { GatewayOutcomeUnknownError, GatewayRefusalError } from '#server/adapters/gateway/public.ts'
import { readConfig } from '#server/platform/core/config.ts'
import {
  type CarrierTrackingReply,
  NO_TRACK_REPLY,
  startCarrierTrackingProvider,
  toKuaidi100Track,
} from '#server/platform/testing/express-provider.ts'
import { createKuaidi100Tracking } from './public.ts'

const carrier = await startCarrierTrackingProvider()
const express = createKuaidi100Tracking(carrier.account)
const waybill = { carrier: '德邦快递', trackingNo: 'DPK210001', mobile: '13800138000' }
const answers = (reply: CarrierTrackingReply) => {
  carrier.state.reply = reply
  return express.query(waybill)
}

test('a query is signed for the provider, and returns the track with its positions', async () => {
  const reply = toKuaidi100Track('5', [
    ['2026-11-18 09:30:00', '广东,深圳市', '【深圳市】正在派送'],
    ['2026-11-17 21:05:00', '', '已发往【深圳市】'],
  ])
  expect(await answers(reply)).toEqual({
    state: 'delivering',
    entries: [
      { at: new Date('2026-11-18T01:30:00Z'), place: '广东,深圳市', text: '【深圳市】正在派送' },
      { at: new Date('2026-11-17T13:05:00Z'), place: '', text: '已发往【深圳市】' },
    ],
  })
  expect(carrier.state.asked.at(-1)).toEqual({ com: 'debangkuaidi', num: 'DPK210001' })
})

test('the last digits of the receiver’s mobile number are sent only to carriers that require them', async () => {
  carrier.state.reply = NO_TRACK_REPLY
  await express.query({ ...waybill, carrier: '顺丰速运', trackingNo: 'SF1 &=+中' })
  expect(carrier.state.asked.at(-1)).toEqual({ com: 'shunfeng', num: 'SF1 &=+中', phone: '8000' })
})

test('a tracking number that the provider does not know yet is not an error', async () => {
  expect(await answers(NO_TRACK_REPLY)).toBeUndefined()
  expect(await answers({ result: false, returnCode: '408', message: '快递公司参数异常：验证码错误' })).toBeUndefined()
})

test.each([
  ['0', 'onTheWay'],
  ['1', 'collected'],
  ['2', 'problem'],
  ['3', 'signed'],
  ['301', 'signed'],
  ['4', 'returning'],
  ['14', 'returning'],
])('provider state %s is mapped to %s', async (state, name) =>
  expect(await answers(toKuaidi100Track(state, []))).toEqual({ state: name, entries: [] }),
)

describe('the outcome is unknown and the query is tried again later after', () => {
  test.each<[string, CarrierTrackingReply]>([
    ['a page instead of JSON', '<html>502 Bad Gateway</html>'],
    ['a list', '[]'],
    ['an error of the server', 502],
    ['a line that is cut', 'hang'],
    ['a state of another world', toKuaidi100Track('99', [])],
    ['an answer without a way', { message: 'ok', status: '200', state: '0' }],
    ['a server that is busy', { result: false, returnCode: '502', message: '服务器繁忙' }],
  ])('%s', async (_, reply) => expect(answers(reply)).rejects.toThrow(GatewayOutcomeUnknownError))

  test('a connection that is refused', () =>
    expect(createKuaidi100Tracking({ ...carrier.account, base: 'http://127.0.0.1:9' }).query(waybill)).rejects.toThrow(
      GatewayOutcomeUnknownError,
    ))
})

test('an account that the provider rejects causes a refusal', async () => {
  const other = createKuaidi100Tracking({ ...carrier.account, key: 'another' })
  await expect(other.query(waybill)).rejects.toThrow(GatewayRefusalError)
  await expect(answers({ result: false, returnCode: '601', message: 'KEY已过期' })).rejects.toThrow('601: KEY已过期')
})

test('steps without a time or a text are skipped, and long texts are cut', async () => {
  const reply = toKuaidi100Track('0', [
    ['', '', '没有时间'],
    ['2026-11-18 09:30:00', '', ' '],
    ['2026-11-18 09:30:00', '', '长'.repeat(900)],
  ])
  expect((await answers(reply))?.entries.map(({ text }) => text.length)).toEqual([300])
})

test('the environment must set the account completely or not at all', () => {
  expect(readConfig({}).express).toBeUndefined()
  expect(readConfig({ KUAIDI100_CUSTOMER: 'c', KUAIDI100_KEY: 'k' }).express).toEqual({
    customer: 'c',
    key: 'k',
    base: 'https://poll.kuaidi100.com',
  })
  expect(() => readConfig({ KUAIDI100_KEY: 'k' })).toThrow('快递查询的设置不完整：缺少 KUAIDI100_CUSTOMER')
})
