import * as z from 'zod/mini'
import { defineEndpoints, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import {
  Id,
  LoginPassword,
  Mobile,
  NullOutput,
  OneTimeTicket,
  PaymentPassword,
  paymentPasswordRefusals,
  RequiredText,
  SmsCode,
} from '#contract/platform/core/fields.ts'
import { UNLIMITED_BECAUSE_OF_SMS_BUDGET } from '#contract/platform/core/member-limits.ts'
import { weakPasswordRefusals, wrongSmsCodeRefusals } from './credential-refusals.ts'
import { SmsCodePurposeSchema } from './purposes.ts'

export const userSecurityEndpoints = defineEndpoints('/user-api/api/user', {
  changePwd: writeEndpoint({
    path: 'change-pwd',
    locksCaller: true,
    summary: '修改登录密码，其他设备退出登录',
    needs: 'login',
    memberLimit: 50,
    input: z.strictObject({ oldPwd: LoginPassword, newPwd: LoginPassword }),
    output: NullOutput,
    refusals: ['OLD_PASSWORD_WRONG', 'LOGIN_LOCKED', 'LOGIN_ADDRESS_LOCKED', ...weakPasswordRefusals],
  }),
  changePayPwd: writeEndpoint({
    path: 'change-pay-pwd',
    locksCaller: true,
    summary: '设置或修改支付密码：需要登录密码和短信验证码；注册后一小时内首次设置无需验证码',
    needs: 'login',
    memberLimit: UNLIMITED_BECAUSE_OF_SMS_BUDGET,
    /** Without a code: the first payment password, within the hour after the mobile was proven at the registration. */
    input: z.strictObject({ pwd: LoginPassword, code: z.optional(SmsCode), payPwd: PaymentPassword }),
    output: NullOutput,
    refusals: ['OLD_PASSWORD_WRONG', 'LOGIN_LOCKED', 'LOGIN_ADDRESS_LOCKED', 'PAY_PASSWORD_WEAK', ...wrongSmsCodeRefusals],
  }),
  validatePayPwd: writeEndpoint({
    path: 'validate-pay-pwd',
    summary: '校验支付密码；与支付共用次数限制',
    needs: 'login',
    memberLimit: 'wrong tries are counted and lock, right ones make no row.',
    input: z.strictObject({ payPwd: PaymentPassword }),
    output: NullOutput,
    refusals: paymentPasswordRefusals,
  }),
  validateMobileCaptcha: writeEndpoint({
    path: 'validate-mobile-captcha',
    summary: '校验短信验证码；换得一次性凭证，与使用共用次数限制',
    needs: 'guest',
    input: z.strictObject({ purpose: SmsCodePurposeSchema, mobile: z.optional(Mobile), code: SmsCode }),
    output: z.object({ ticket: OneTimeTicket }),
    refusals: wrongSmsCodeRefusals,
  }),
  headImgUpload: writeEndpoint({
    path: 'head-img/upload',
    summary: '设置头像：先上传图片，再给出其编号',
    needs: 'login',
    memberLimit: 200,
    input: z.strictObject({ fileId: Id }),
    output: z.object({ headImg: z.string() }),
    refusals: ['FILE_NOT_FOUND'],
  }),
  changeName: writeEndpoint({
    path: 'change-name',
    summary: '修改姓名',
    needs: 'login',
    memberLimit: 200,
    input: z.strictObject({ name: RequiredText(30, '请输入姓名') }),
    output: NullOutput,
  }),
})
