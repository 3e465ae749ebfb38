import { Refusal } from '#contract/platform/core/refusal.ts'

/** What the door asks for: address and password first, then what the server says is missing. */
export type Step = 'password' | 'newPwd' | 'bind' | 'code' | 'recovery' | 'saved'

export const stepTitles: Record<Step, string> = {
  password: '登录运营后台',
  newPwd: '设置新密码',
  bind: '绑定动态口令',
  code: '输入动态口令',
  recovery: '输入恢复码',
  saved: '保存恢复码',
}

/** Where a refusal leads, and what is said of it there: that something more is asked for is no failure. */
export function stepAfterRefusal(error: unknown, step: Step): { step: Step; said: string | undefined } {
  if (!(error instanceof Refusal)) return { step, said: error instanceof Error ? error.message : '登录失败，请稍后再试' }
  const { reason, message } = error
  if (reason === 'NEW_PASSWORD_NEEDED') return { step: 'newPwd', said: undefined }
  if (reason === 'TOTP_NOT_BOUND') return { step: 'bind', said: undefined }
  if (reason === 'TOTP_NEEDED') return { step: 'code', said: undefined }
  if (reason === 'TOTP_WRONG' || reason === 'RECOVERY_CODE_WRONG') return { step, said: message }
  if (reason === 'PASSWORD_TOO_COMMON') return { step: 'newPwd', said: message }
  // Whatever else there is, a locked door or a password that changed meanwhile, begins anew.
  return { step: 'password', said: message }
}
