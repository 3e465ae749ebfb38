import { Refusal } from '#contract/platform/core/refusal.ts'

/** The steps of the login: address and password first, then what the server still needs. */
export type LoginStep = 'password' | 'newPwd' | 'bind' | 'code' | 'recovery' | 'saved'

export const loginStepTitles: Record<LoginStep, string> = {
  password: '登录运营后台',
  newPwd: '设置新密码',
  bind: '绑定动态口令',
  code: '输入动态口令',
  recovery: '输入恢复码',
  saved: '保存恢复码',
}

/** Returns the next step for a refusal, and its message. A request for more data is not a failure. */
export function getStepAfterRefusal(error: unknown, step: LoginStep): { step: LoginStep; message: string | undefined } {
  if (!(error instanceof Refusal)) return { step, message: error instanceof Error ? error.message : '登录失败，请稍后再试' }
  const { reason, message } = error
  if (reason === 'NEW_PASSWORD_NEEDED') return { step: 'newPwd', message: undefined }
  if (reason === 'TOTP_NOT_BOUND') return { step: 'bind', message: undefined }
  if (reason === 'TOTP_NEEDED') return { step: 'code', message: undefined }
  if (reason === 'TOTP_WRONG' || reason === 'RECOVERY_CODE_WRONG') return { step, message }
  if (reason === 'PASSWORD_TOO_COMMON') return { step: 'newPwd', message }
  // After any other refusal, such as a locked account or a changed password, the login begins again.
  return { step: 'password', message }
}
