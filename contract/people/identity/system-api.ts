import * as z from 'zod/mini'
import { defineEndpoints, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { CaptchaCode, CaptchaKey, Mobile } from '#contract/platform/core/fields.ts'
import { captchaPurposes, SmsCodePurposeSchema } from './purposes.ts'

/** Sizes are limited to what a picture may have. The login page uses 256, 48 and 96 (specification §7). */
const Size = z.optional(z.number().check(z.refine((size) => Number.isFinite(size), '图片尺寸不正确')))

export const captchaAndSmsCodeEndpoints = defineEndpoints('/system-api/api', {
  captcha: writeEndpoint({
    path: 'captcha',
    admission: 'login',
    rateLimit: 'captcha',
    summary: '图形验证码',
    needs: 'guest',
    input: z.strictObject({ longValue: Size, fontSize: Size, widthValue: Size, purpose: z._default(z.enum(captchaPurposes), 'login') }),
    output: z.object({ imgBase64: z.string(), key: z.string() }),
  }),
  sendSms: writeEndpoint({
    path: 'sms/send',
    summary: '发送短信验证码；每次都要图形验证码，答复不透露手机号是否已注册',
    needs: 'guest',
    input: z.strictObject({ purpose: SmsCodePurposeSchema, mobile: z.optional(Mobile), imageCode: CaptchaCode, imageKey: CaptchaKey }),
    output: z.object({ resendAfterSeconds: z.int() }),
    refusals: ['CAPTCHA_WRONG', 'CAPTCHA_EXPIRED', 'SMS_TOO_OFTEN'],
  }),
})
