import { expect, test } from 'vitest'
import { toCodesLeftStatus } from './recovery-view.ts'

test('codes that are left are counted; few are a warning, none a louder one', () => {
  expect(toCodesLeftStatus(10)).toEqual({ label: '剩 10 个', tone: 'good' })
  expect(toCodesLeftStatus(3)).toMatchObject({ label: '剩 3 个', tone: 'wait', warning: expect.stringContaining('快用完') })
  expect(toCodesLeftStatus(0)).toMatchObject({ label: '剩 0 个', tone: 'bad', warning: expect.stringContaining('没有可用的恢复码') })
})
