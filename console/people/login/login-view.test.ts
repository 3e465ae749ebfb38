import { expect, test } from 'vitest'
import { createRefusal } from '#contract/platform/core/refusals.ts'
import { getStepAfterRefusal } from './login-view.ts'

test('a missing login step is requested without an error message', () => {
  expect(getStepAfterRefusal(createRefusal('NEW_PASSWORD_NEEDED'), 'password')).toEqual({ step: 'newPwd', message: undefined })
  expect(getStepAfterRefusal(createRefusal('TOTP_NOT_BOUND'), 'newPwd')).toEqual({ step: 'bind', message: undefined })
  expect(getStepAfterRefusal(createRefusal('TOTP_NEEDED'), 'password')).toEqual({ step: 'code', message: undefined })
})

test('a wrong second factor code is requested again in the same step', () => {
  expect(getStepAfterRefusal(createRefusal('TOTP_WRONG'), 'bind')).toEqual({
    step: 'bind',
    message: '动态口令错误或已使用，请等下一个口令',
  })
  expect(getStepAfterRefusal(createRefusal('TOTP_WRONG'), 'code').step).toBe('code')
})

test('a wrong recovery code is requested again in the same step', () =>
  expect(getStepAfterRefusal(createRefusal('RECOVERY_CODE_WRONG'), 'recovery')).toEqual({
    step: 'recovery',
    message: '恢复码错误或已使用',
  }))

test('a weak new password is requested again; a locked or failed login returns to the password step', () => {
  expect(getStepAfterRefusal(createRefusal('PASSWORD_TOO_COMMON', { msg: '新密码不能与原密码相同' }), 'bind')).toEqual({
    step: 'newPwd',
    message: '新密码不能与原密码相同',
  })
  expect(getStepAfterRefusal(createRefusal('LOGIN_LOCKED'), 'code').step).toBe('password')
  expect(getStepAfterRefusal(createRefusal('STAFF_LOGIN_FAILED'), 'bind').step).toBe('password')
  expect(getStepAfterRefusal(new Error('网络异常'), 'code')).toEqual({ step: 'code', message: '网络异常' })
})
