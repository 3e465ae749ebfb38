import * as z from 'zod/mini'
import { defineEndpoints, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import {
  CaptchaCode,
  CaptchaKey,
  EmptyInput,
  Id,
  LoginPassword,
  Mobile,
  NullOutput,
  OneTimeTicket,
  SmsCode,
} from '#contract/platform/core/fields.ts'
import { UNLIMITED_BECAUSE_OF_SMS_BUDGET, UNLIMITED_BECAUSE_ONLY_CHANGES_ROWS } from '#contract/platform/core/member-limits.ts'
import { weakPasswordRefusals, wrongSmsCodeRefusals } from './credential-refusals.ts'
import { LoginResult, OwnEnterpriseMembershipRow, SessionDevice, UserDetail, UserDetailWithEnterprises } from './shapes.ts'

const loginRefusals = [
  'LOGIN_FAILED',
  'LOGIN_LOCKED',
  'LOGIN_ADDRESS_LOCKED',
  'CAPTCHA_NEEDED',
  'CAPTCHA_WRONG',
  'CAPTCHA_EXPIRED',
  'ACCOUNT_DISABLED',
] as const

export const loginAndRegistrationEndpoints = defineEndpoints('/user-api/api/security', {
  loginByMobile: writeEndpoint({
    path: 'login-by-mobile',
    admission: 'login',
    rateLimit: 'login',
    summary: '手机号密码登录（多次失败后需要图形验证码）',
    needs: 'guest',
    input: z.strictObject({ mobile: Mobile, pwd: LoginPassword, imageCode: z.optional(CaptchaCode), imageKey: z.optional(CaptchaKey) }),
    output: LoginResult,
    refusals: loginRefusals,
  }),
  loginByMobileWithImageCode: writeEndpoint({
    path: 'login-by-mobile-with-image-code',
    admission: 'login',
    rateLimit: 'login',
    summary: '手机号密码和图形验证码登录',
    needs: 'guest',
    input: z.strictObject({ mobile: Mobile, pwd: LoginPassword, imageCode: CaptchaCode, imageKey: CaptchaKey }),
    output: LoginResult,
    refusals: loginRefusals,
  }),
  registerByMobileImageCode: writeEndpoint({
    path: 'register-by-mobile-image-code',
    summary: '注册：手机号、短信验证码（发送时已验证图形验证码）、密码、同意协议',
    needs: 'guest',
    input: z.strictObject({ mobile: Mobile, pwd: LoginPassword, code: SmsCode, agree: z.literal(true, '请阅读并同意用户协议和隐私协议') }),
    output: LoginResult,
    refusals: [...wrongSmsCodeRefusals, ...weakPasswordRefusals, 'MOBILE_TAKEN', 'REGISTER_TOO_OFTEN'],
  }),
  resetPwdByMobile: writeEndpoint({
    path: 'reset-pwd/by-mobile',
    summary: '用短信验证码重设登录密码；所有设备退出登录，支付密码不变',
    needs: 'guest',
    input: z.strictObject({ mobile: Mobile, code: SmsCode, pwd: LoginPassword }),
    output: NullOutput,
    refusals: [...wrongSmsCodeRefusals, ...weakPasswordRefusals],
  }),
  changeMobileStep1: writeEndpoint({
    path: 'change-mobile/step1',
    summary: '更换手机号第一步：验证原手机号',
    needs: 'login',
    memberLimit: UNLIMITED_BECAUSE_OF_SMS_BUDGET,
    input: z.strictObject({ code: SmsCode }),
    output: z.object({ ticket: OneTimeTicket }),
    refusals: wrongSmsCodeRefusals,
  }),
  changeMobileStep2: writeEndpoint({
    path: 'change-mobile/step2',
    locksCaller: true,
    summary: '更换手机号第二步：验证并绑定新手机号',
    needs: 'login',
    memberLimit: UNLIMITED_BECAUSE_OF_SMS_BUDGET,
    input: z.strictObject({ ticket: OneTimeTicket, mobile: Mobile, code: SmsCode }),
    output: NullOutput,
    refusals: [...wrongSmsCodeRefusals, 'TICKET_NOT_FOUND', 'MOBILE_TAKEN'],
  }),
  devices: readEndpoint({
    path: 'device/list',
    summary: '已登录的设备',
    needs: 'login',
    input: EmptyInput,
    output: z.array(SessionDevice),
  }),
  endDevice: writeEndpoint({
    path: 'device/end',
    locksCaller: true,
    summary: '让一台设备退出登录',
    needs: 'login',
    memberLimit: UNLIMITED_BECAUSE_ONLY_CHANGES_ROWS,
    input: z.strictObject({ sessionId: Id }),
    output: NullOutput,
    refusals: ['DEVICE_NOT_FOUND'],
  }),
  endOtherDevices: writeEndpoint({
    path: 'device/end-others',
    locksCaller: true,
    summary: '让其他所有设备退出登录',
    needs: 'login',
    memberLimit: 200,
    input: EmptyInput,
    output: z.object({ count: z.int() }),
  }),
  logOut: writeEndpoint({
    path: 'log-out',
    endsSession: true,
    summary: '退出登录',
    needs: 'login',
    duringPunchOut: true,
    memberLimit: UNLIMITED_BECAUSE_ONLY_CHANGES_ROWS,
    input: EmptyInput,
    output: NullOutput,
  }),
})

export const currentUserEndpoints = defineEndpoints('/user-api/api/user', {
  detail: readEndpoint({
    path: 'detail',
    summary: '当前用户',
    needs: 'login',
    duringPunchOut: true,
    input: EmptyInput,
    output: UserDetail,
  }),
  detailV2: readEndpoint({
    path: 'v2/detail',
    summary: '当前用户，含权限名称和企业列表',
    needs: 'login',
    input: EmptyInput,
    output: UserDetailWithEnterprises,
  }),
})

export const ownEnterprisesEndpoints = defineEndpoints('/user-api/api/user/enterprise', {
  list: readEndpoint({
    path: 'list',
    summary: '我的企业列表',
    needs: 'login',
    input: EmptyInput,
    output: z.array(OwnEnterpriseMembershipRow),
  }),
  change: writeEndpoint({
    path: 'change',
    summary: '切换企业：返回新令牌，旧令牌立即失效',
    needs: 'login',
    memberLimit: 'one session follows another, and those that have ended are deleted.',
    input: z.strictObject({ enterpriseId: Id }),
    output: LoginResult,
    refusals: ['ENTERPRISE_NOT_FOUND', 'ACCOUNT_DISABLED'],
  }),
  accept: writeEndpoint({
    path: 'accept',
    summary: '接受企业的子账号邀请',
    needs: 'login',
    memberLimit: 'one for each invitation, of which a company sends 50 a day.',
    input: z.strictObject({ enterpriseId: Id }),
    output: NullOutput,
    refusals: ['ENTERPRISE_NOT_FOUND'],
  }),
})
