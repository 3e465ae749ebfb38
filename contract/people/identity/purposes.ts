import * as z from 'zod/mini'

/** What a picture is for. Its answer counts for nothing else. */
export const captchaPurposes = ['login', 'register', 'reset', 'mobile', 'sms', 'inquiry'] as const

/** What an SMS code is for. It counts for nothing else, nor for another mobile. `own`: it goes to the person's own mobile. */
export const smsPurposes = {
  register: { label: '注册', own: false },
  reset: { label: '找回密码', own: false },
  agent: { label: '经办人认证', own: false },
  bindMobile: { label: '绑定新手机号', own: false },
  changeMobile: { label: '更换手机号', own: true },
  payPwd: { label: '设置支付密码', own: true },
} as const
export type SmsPurpose = keyof typeof smsPurposes
export const SmsPurposeField = z.enum(['register', 'reset', 'agent', 'bindMobile', 'changeMobile', 'payPwd'], '验证码用途不正确')
