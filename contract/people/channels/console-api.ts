import * as z from 'zod/mini'
import { staffNoticeKinds } from '#contract/people/staff/notice-api.ts'
import { defineEndpoints, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { EmptyInput, NullOutput, SmsCode } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { ContactSettings, MailAddress, QuietHours } from './fields.ts'

const Kind = z.enum(keysOf(staffNoticeKinds), '请选择通知类型')

/**
 * What a member of staff gets of a kind of notice. `wanted`: it is shown as unread and may go by mail. What is about rights and accounts always
 * is; a digest that is not wanted is not written, and other kinds are kept in his list as read.
 */
export const StaffNoticeChoice = z.object({ kind: Kind, wanted: z.boolean(), byMail: z.boolean() })
export type StaffNoticeChoice = z.output<typeof StaffNoticeChoice>

/** 通知方式: how a member of staff is reached besides the notices of the console. */
export const consoleContactEndpoints = defineEndpoints('/console-api/api/contact', {
  mine: readEndpoint({
    path: 'mine',
    summary: '本人的通知邮箱、免打扰时段与各类通知的接收方式',
    needs: 'staff',
    input: EmptyInput,
    output: z.object({ contact: ContactSettings, choices: z.array(StaffNoticeChoice) }),
  }),
  choose: writeEndpoint({
    path: 'choose',
    summary: '一类通知是否接收（敏感变更与账号始终接收）、是否另发邮件；不接收的只留在通知列表中，不计未读',
    needs: 'staff',
    input: z.strictObject({
      kind: Kind,
      wanted: z.boolean('请选择是否接收'),
      byMail: z.boolean('请选择是否发邮件'),
    }),
    output: NullOutput,
    refusals: ['MAIL_UNCONFIRMED'],
  }),
  sendMailCode: writeEndpoint({
    path: 'send-mail-code',
    summary: '向邮箱发验证码，确认后才向它发通知',
    needs: 'staff',
    input: z.strictObject({ email: MailAddress }),
    output: NullOutput,
    refusals: ['MAIL_OFF', 'MAIL_CODE_TOO_OFTEN'],
  }),
  confirmMail: writeEndpoint({
    path: 'confirm-mail',
    summary: '用验证码确认通知邮箱',
    needs: 'staff',
    input: z.strictObject({ code: SmsCode }),
    output: NullOutput,
    refusals: ['MAIL_CODE_WRONG', 'MAIL_CODE_EXPIRED'],
  }),
  removeMail: writeEndpoint({ path: 'remove-mail', summary: '不再用邮箱接收通知', needs: 'staff', input: EmptyInput, output: NullOutput }),
  saveQuietHours: writeEndpoint({
    path: 'save-quiet-hours',
    summary: '设置本人的免打扰时段（整点，可跨午夜）；空：不设',
    needs: 'staff',
    input: z.strictObject({ quiet: z.nullable(QuietHours) }),
    output: NullOutput,
  }),
})
