import { expect, test } from 'vitest'
import { getPayPasswordFormSchema, toPayPasswordInput } from './pay-password-view.ts'

const given = { pwd: 'Demo123456', code: '12', payPwd: '135790', again: '135790' }
const complain = (isProven: boolean, changed: Partial<typeof given> = {}) =>
  getPayPasswordFormSchema(isProven)
    .safeParse({ ...given, ...changed })
    .error?.issues[0]?.path.join()

test('a half-typed code blocks the form only as long as a code is asked for', () => {
  expect(complain(false)).toBe('code')
  expect(complain(false, { code: '' })).toBe('code')
  expect(complain(false, { code: '123456' })).toBeUndefined()
  expect(complain(true)).toBeUndefined()
  expect(complain(true, { again: '135791' })).toBe('again')
})

test('no code is sent while the mobile is proven', () => {
  expect(toPayPasswordInput(given, true)).toEqual({ pwd: 'Demo123456', payPwd: '135790' })
  expect(toPayPasswordInput({ ...given, code: '123456' }, false)).toEqual({ pwd: 'Demo123456', code: '123456', payPwd: '135790' })
})
