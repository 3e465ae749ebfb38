import * as z from 'zod/mini'
import { call, endpoints, read } from '../endpoint.ts'
import { Done, Id, ImageCode, ImageKey, LoginPassword, Mobile, Nothing } from '../fields.ts'
import { EnterpriseSeat, LoggedIn, UserDetail, UserDetailV2 } from './shapes.ts'

export const captchaPurposes = ['login', 'register', 'reset', 'mobile', 'sms'] as const

/** Sizes are clamped to what a picture may be; the login page asks for 256, 48, 96 (specification §7). */
const Size = z.optional(z.number().check(z.refine((size) => Number.isFinite(size), '图片尺寸不正确')))

export const system = endpoints('/system-api/api', {
  captcha: call({
    path: 'captcha',
    summary: '图形验证码',
    needs: 'guest',
    input: z.strictObject({ longValue: Size, fontSize: Size, widthValue: Size, purpose: z._default(z.enum(captchaPurposes), 'login') }),
    output: z.object({ imgBase64: z.string(), key: z.string() }),
  }),
})

const loginRefusals = ['LOGIN_FAILED', 'LOGIN_LOCKED', 'CAPTCHA_NEEDED', 'CAPTCHA_WRONG', 'CAPTCHA_EXPIRED', 'ACCOUNT_DISABLED'] as const

export const security = endpoints('/user-api/api/security', {
  loginByMobile: call({
    path: 'login-by-mobile',
    summary: '手机号密码登录（多次失败后需要图形验证码）',
    needs: 'guest',
    input: z.strictObject({ mobile: Mobile, pwd: LoginPassword, imageCode: z.optional(ImageCode), imageKey: z.optional(ImageKey) }),
    output: LoggedIn,
    refusals: loginRefusals,
  }),
  loginByMobileWithImageCode: call({
    path: 'login-by-mobile-with-image-code',
    summary: '手机号密码和图形验证码登录',
    needs: 'guest',
    input: z.strictObject({ mobile: Mobile, pwd: LoginPassword, imageCode: ImageCode, imageKey: ImageKey }),
    output: LoggedIn,
    refusals: loginRefusals,
  }),
  logOut: call({
    path: 'log-out',
    summary: '退出登录',
    needs: 'login',
    input: Nothing,
    output: Done,
  }),
})

export const user = endpoints('/user-api/api/user', {
  detail: read({ path: 'detail', summary: '当前用户', needs: 'login', input: Nothing, output: UserDetail }),
  detailV2: read({ path: 'v2/detail', summary: '当前用户，含权限名称和企业列表', needs: 'login', input: Nothing, output: UserDetailV2 }),
})

export const enterprise = endpoints('/user-api/api/user/enterprise', {
  list: read({ path: 'list', summary: '我的企业列表', needs: 'login', input: Nothing, output: z.array(EnterpriseSeat) }),
  change: call({
    path: 'change',
    summary: '切换企业：返回新令牌，旧令牌立即失效',
    needs: 'login',
    input: z.strictObject({ enterpriseId: Id }),
    output: LoggedIn,
    refusals: ['ENTERPRISE_NOT_FOUND', 'ACCOUNT_DISABLED'],
  }),
})
