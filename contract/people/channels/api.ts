import * as z from 'zod/mini'
import { defineEndpoints, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { EmptyInput, NullOutput, SmsCode } from '#contract/platform/core/fields.ts'
import { ContactSettings, MailAddress, QuietHours } from './fields.ts'

const ONE_A_PERSON = 'one row of a person.'

/** 接收方式: how the caller is reached in all his enterprises. */
export const contactEndpoints = defineEndpoints('/user-api/api/contact', {
  mine: readEndpoint({
    path: 'mine',
    summary: '本人的接收邮箱与免打扰时段',
    needs: 'login',
    input: EmptyInput,
    output: ContactSettings,
  }),
  sendMailCode: writeEndpoint({
    path: 'send-mail-code',
    summary: '向邮箱发验证码，确认后才向它发提醒',
    needs: 'login',
    memberLimit: ONE_A_PERSON,
    input: z.strictObject({ email: MailAddress }),
    output: NullOutput,
    refusals: ['MAIL_OFF', 'MAIL_CODE_TOO_OFTEN'],
  }),
  confirmMail: writeEndpoint({
    path: 'confirm-mail',
    summary: '用验证码确认邮箱',
    needs: 'login',
    memberLimit: ONE_A_PERSON,
    input: z.strictObject({ code: SmsCode }),
    output: NullOutput,
    refusals: ['MAIL_CODE_WRONG', 'MAIL_CODE_EXPIRED'],
  }),
  removeMail: writeEndpoint({
    path: 'remove-mail',
    summary: '不再用邮箱接收',
    needs: 'login',
    memberLimit: ONE_A_PERSON,
    input: EmptyInput,
    output: NullOutput,
  }),
  saveQuietHours: writeEndpoint({
    path: 'save-quiet-hours',
    summary: '设置免打扰时段（整点，可跨午夜）；空：不设',
    needs: 'login',
    memberLimit: ONE_A_PERSON,
    input: z.strictObject({ quiet: z.nullable(QuietHours) }),
    output: NullOutput,
  }),
})
