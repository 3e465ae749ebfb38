import { expect, test } from 'vitest'
import { parseDeviceName } from './device-name.ts'

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/131.0.0.0 Safari/537.36`, 'Windows 电脑 · Chrome', false],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/131.0.0.0 Safari/537.36 Edg/131.0`, 'Windows 电脑 · Edge', false],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
    'Mac 电脑 · Safari',
    false,
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 MicroMessenger/8.0.50',
    'iPhone · 微信',
    true,
  ],
  [`Mozilla/5.0 (Linux; Android 14; Pixel 8) ${WEBKIT} Chrome/131.0.0.0 Mobile Safari/537.36`, '安卓手机 · Chrome', true],
  [`Mozilla/5.0 (Linux; Android 12; HarmonyOS; ALN-AL00) ${WEBKIT} HuaweiBrowser/15 Mobile Safari/537.36`, '鸿蒙设备 · 华为浏览器', true],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0', 'Linux 电脑 · Firefox', false],
  ['curl/8.5.0', '其他设备', false],
  ['', '其他设备', false],
])('%s', (userAgent, name, handheld) => expect(parseDeviceName(userAgent)).toEqual({ name, handheld }))
