import { expect, test } from 'vitest'
import { PunchOutCode } from '#contract/integration/integration/punch-out/shapes.ts'
import { formatError } from './format-error.ts'
import { TransportError } from './send.ts'

test.each([
  [new TransportError('网络连接失败，请检查网络后重试'), '网络连接失败，请检查网络后重试'],
  [new TypeError('Failed to fetch dynamically imported module: https://mall/assets/cart-page.js'), '页面未能打开，请重试'],
  [new Error(''), '页面未能打开，请重试'],
  [PunchOutCode.safeParse('').error, '请从采购系统重新进入'],
  ['offline', '页面未能打开，请重试'],
  [undefined, '页面未能打开，请重试'],
])('the error %s is shown as %s', (error, received) => expect(formatError(error)).toBe(received))
