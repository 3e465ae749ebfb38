import { expect, test } from 'vitest'
import { refusalOf } from '../../contract/refusals.ts'
import { afterRefusal } from './login-view.ts'

test('what is missing is asked for, without a word of failure', () => {
  expect(afterRefusal(refusalOf('NEW_PASSWORD_NEEDED'), 'password')).toEqual({ step: 'newPwd', said: undefined })
  expect(afterRefusal(refusalOf('TOTP_NOT_BOUND'), 'newPwd')).toEqual({ step: 'bind', said: undefined })
  expect(afterRefusal(refusalOf('TOTP_NEEDED'), 'password')).toEqual({ step: 'code', said: undefined })
})

test('a wrong code is asked for again where it was typed', () => {
  expect(afterRefusal(refusalOf('TOTP_WRONG'), 'bind')).toEqual({ step: 'bind', said: '动态口令错误或已使用，请等下一个口令' })
  expect(afterRefusal(refusalOf('TOTP_WRONG'), 'code').step).toBe('code')
})

test('a weak new password is asked for again, a locked door begins anew', () => {
  expect(afterRefusal(refusalOf('PASSWORD_TOO_COMMON', { msg: '新密码不能与原密码相同' }), 'bind')).toEqual({
    ...{ step: 'newPwd', said: '新密码不能与原密码相同' },
  })
  expect(afterRefusal(refusalOf('LOGIN_LOCKED'), 'code').step).toBe('password')
  expect(afterRefusal(refusalOf('STAFF_LOGIN_FAILED'), 'bind').step).toBe('password')
  expect(afterRefusal(new Error('网络异常'), 'code')).toEqual({ step: 'code', said: '网络异常' })
})
