import { expect, test } from 'vitest'
import type { OfferedPaymentChannel } from '#contract/money/payments/api.ts'
import { chooseScene, detectPaymentScene, findFirstChannelHere, getReasonAgainstChannelHere } from './payment-scene.ts'

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const ANDROID =
  'Mozilla/5.0 (Linux; Android 14; V2309A Build/UP1A.231005.007; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0.0.0 Mobile Safari/537.36'

test.each([
  ['Safari on an iPhone', `${IPHONE} Version/18.1 Mobile/15E148 Safari/604.1`, 'phone'],
  ['Chrome on Android', ANDROID, 'phone'],
  ['HarmonyOS', 'Mozilla/5.0 (Phone; OpenHarmony 5.0) AppleWebKit/537.36 Chrome/114.0.0.0 Safari/537.36 ArkWeb/4.1.6.1 Mobile', 'phone'],
  ['WeChat on an iPhone', `${IPHONE} Mobile/15E148 MicroMessenger/8.0.50(0x18003231) NetType/WIFI Language/zh_CN`, 'wechat'],
  ['WeChat on Android', `${ANDROID} XWEB/1260093 MMWEBSDK/20240404 MMWEBID/6533 MicroMessenger/8.0.49.2600 WeChat/arm64`, 'wechat'],
  ['WeChat on Windows', 'Mozilla/5.0 (Windows NT 10.0) Chrome/116.0.0.0 MicroMessenger/7.0.20.1781 WindowsWechat(0x63090c33)', 'desk'],
  ['WeChat on a Mac', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) MicroMessenger/6.8.0(0x16080000) MacWechat/3.8.8', 'desk'],
  [
    'WeChat on Linux',
    'Mozilla/5.0 (X11; Linux x86_64) Chrome/116.0.0.0 MicroMessenger/7.0.20.1781 UnifiedPCLinuxWechat(0xf2541022)',
    'desk',
  ],
  ['企业微信', `${IPHONE} Mobile/15E148 wxwork/4.1.30 MicroMessenger/7.0.1 Language/zh`, 'desk'],
  ['a tablet', 'Mozilla/5.0 (Linux; Android 14; SM-X810) AppleWebKit/537.36 Chrome/126.0.0.0 Safari/537.36', 'desk'],
  ['a desktop', 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/126.0.0.0 Safari/537.36', 'desk'],
] as const)('%s pays as it can', (_, userAgent, scene) => expect(detectPaymentScene(userAgent)).toBe(scene))

test('WeChat on Android names itself after the 200 characters that the server keeps', () => {
  const userAgent = `${ANDROID} XWEB/1260093 MMWEBSDK/20240404 MMWEBID/6533 MicroMessenger/8.0.49.2600`
  expect([detectPaymentScene(userAgent), detectPaymentScene(userAgent.slice(0, 200))]).toEqual(['wechat', 'phone'])
})

test('what cannot be paid here is paid as at a desk', () => {
  const offered: OfferedPaymentChannel[] = [{ channel: 'wechat', label: '微信支付', sandbox: false, scenes: ['desk', 'phone'] }]
  expect(chooseScene(offered, 'wechat', 'phone')).toBe('phone')
  expect(chooseScene(offered, 'wechat', 'wechat')).toBe('desk')
  expect(chooseScene(offered, 'card', 'phone')).toBe('desk')
})

test('WeChat opens no page of 支付宝, so another channel is chosen there first', () => {
  const both = (['alipay', 'wechat'] as const).map(
    (channel): OfferedPaymentChannel => ({ channel, label: channel, sandbox: false, scenes: ['desk'] }),
  )
  expect(getReasonAgainstChannelHere('alipay', 'wechat')).toBe('微信里打不开支付宝，请在浏览器中打开本页后使用')
  expect([getReasonAgainstChannelHere('alipay', 'phone'), getReasonAgainstChannelHere('wechat', 'wechat')]).toEqual([undefined, undefined])
  expect([findFirstChannelHere(both, 'phone'), findFirstChannelHere(both, 'wechat')]).toEqual(['alipay', 'wechat'])
  expect(findFirstChannelHere(both.slice(0, 1), 'wechat')).toBeUndefined()
})
