import { expect, test } from 'vitest'
import { toStaffSessionTexts, toStaffStatus } from './staff-view.ts'

const now = new Date('2026-11-21T04:00:00Z')
const later = new Date('2026-11-22T04:00:00Z')

test('a staff account shows whether its owner has logged in and whether it is enabled', () => {
  expect(toStaffStatus({ status: 1, initialUntil: null }, now).label).toBe('在用')
  expect(toStaffStatus({ status: 1, initialUntil: later }, now).label).toBe('待首次登录')
  expect(toStaffStatus({ status: 1, initialUntil: now }, later).label).toBe('初始密码已过期')
  expect(toStaffStatus({ status: 0, initialUntil: later }, now).label).toBe('已停用')
})

test('devices are counted, with the time of the latest use', () => {
  expect(toStaffSessionTexts({ sessions: 0, lastSeenAt: null })).toEqual({ devices: '未登录', seen: '' })
  expect(toStaffSessionTexts({ sessions: 2, lastSeenAt: now })).toEqual({ devices: '2 台设备', seen: '2026-11-21 12:00' })
})
