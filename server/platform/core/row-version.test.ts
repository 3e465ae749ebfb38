import { expect, test } from 'vitest'
import { requireRowVersion } from './row-version.ts'

const refusal = (promise: Promise<void>) =>
  promise.then(
    () => 'done',
    ({ reason, code, message, detail }) => ({ reason, code, message, detail }),
  )

test('a change from the latest version is accepted without reading the history', async () => {
  const latest = () => expect.fail('nobody asked')
  expect(await refusal(requireRowVersion({ seen: 3, current: 3 }, latest))).toBe('done')
})

test('a change from an older version reports who changed what, and when in Shanghai time', async () => {
  const latest = async () => ({ by: '王芳', at: new Date('2026-11-18T16:05:00Z'), what: '宽限天数 由 3 改为 7' })
  expect(await refusal(requireRowVersion({ seen: 2, current: 3 }, latest))).toEqual({
    reason: 'ROW_CHANGED',
    code: 409,
    message: '王芳 已于 2026-11-19 00:05 修改：宽限天数 由 3 改为 7。您填写的没有保存，请核对后再保存',
    detail: { rowVersion: 3, by: '王芳', at: '2026-11-18T16:05:00.000Z', what: '宽限天数 由 3 改为 7' },
  })
})

test('a future version or a version without history is refused as well', async () => {
  const known = async () => ({ by: null, at: new Date('2026-11-18T06:00:00Z') })
  expect(await refusal(requireRowVersion({ seen: 9, current: 3 }, known))).toMatchObject({ detail: { rowVersion: 3, by: null } })
  expect(await refusal(requireRowVersion({ seen: 1, current: 2 }, async () => undefined))).toMatchObject({
    reason: 'ROW_CHANGED',
    detail: { rowVersion: 2 },
  })
})
