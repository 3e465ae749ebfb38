import { expect, test } from 'vitest'
import type { UserMembership } from '#contract/people/identity/console-api.ts'
import { formatUserAgentDevice, toMembershipStatus } from './user-view.ts'

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36', 'Chrome · Windows'],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/126.0 Safari/537.36 Edg/126.0', 'Edge · Windows'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile Safari/604.1', 'Safari · iOS'],
  ['Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/116 Mobile Safari/537.36 MicroMessenger/8.0', '微信 · Android'],
  ['curl/8.5.0', 'curl/8.5.0'],
  ['', '未知设备'],
])('the user agent %s is shown as %s', (userAgent, shown) => expect(formatUserAgentDevice(userAgent)).toBe(shown))

test('a membership shows why it cannot be used', () => {
  const seat: UserMembership = {
    enterpriseId: '',
    enterpriseName: null,
    accountType: 2,
    status: 1,
    name: null,
    permCode: '',
    invited: false,
    enterpriseStatus: 1,
  }
  expect(toMembershipStatus(seat).label).toBe('可用')
  expect(toMembershipStatus({ ...seat, invited: true }).label).toBe('待本人接受')
  expect(toMembershipStatus({ ...seat, invited: true, status: 0 }).label).toBe('已停用')
  expect(toMembershipStatus({ ...seat, status: 0, enterpriseStatus: 0 }).label).toBe('企业已冻结')
})
