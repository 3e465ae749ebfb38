import { expect, test } from 'vitest'
import { toRecoveryCodesLeftStatus } from './recovery-view.ts'

test('the number of unused recovery codes is shown; few give a warning, none a stronger one', () => {
  expect(toRecoveryCodesLeftStatus(10)).toEqual({ label: '剩 10 个', tone: 'good' })
  expect(toRecoveryCodesLeftStatus(3)).toMatchObject({ label: '剩 3 个', tone: 'wait', warning: expect.stringContaining('快用完') })
  expect(toRecoveryCodesLeftStatus(0)).toMatchObject({
    label: '剩 0 个',
    tone: 'bad',
    warning: expect.stringContaining('没有可用的恢复码'),
  })
})
