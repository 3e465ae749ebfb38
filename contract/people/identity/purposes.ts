import * as z from 'zod/mini'

/** The purposes of captchas. A solved captcha is valid only for its purpose. */
export const captchaPurposes = ['login', 'register', 'reset', 'mobile', 'sms', 'inquiry'] as const

/**
 * The purposes of SMS codes. A code is valid only for its purpose and its mobile number. `own`: it is sent to the caller's own mobile
 * number.
 */
export const smsCodePurposes = {
  register: { label: '注册', own: false },
  reset: { label: '找回密码', own: false },
  agent: { label: '经办人认证', own: false },
  bindMobile: { label: '绑定新手机号', own: false },
  changeMobile: { label: '更换手机号', own: true },
  payPwd: { label: '设置支付密码', own: true },
  closeAccount: { label: '注销账号', own: true },
} as const
export type SmsCodePurpose = keyof typeof smsCodePurposes
export const SmsCodePurposeSchema = z.enum(
  ['register', 'reset', 'agent', 'bindMobile', 'changeMobile', 'payPwd', 'closeAccount'],
  '验证码用途不正确',
)
