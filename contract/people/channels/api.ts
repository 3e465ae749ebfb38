import * as z from 'zod/mini'
import { defineEndpoints, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { EmptyInput, NullOutput, SmsCode, WechatAuthorisationCode } from '#contract/platform/core/fields.ts'
import { MailAddress, MemberContactSettings, QuietHours } from './fields.ts'

const ONE_A_PERSON = 'one row of a person.'

/** 接收方式: how the caller is reached in all his enterprises. */
export const contactEndpoints = defineEndpoints('/user-api/api/contact', {
  mine: readEndpoint({
    path: 'mine',
    summary: '本人的接收邮箱、绑定的微信与免打扰时段',
    needs: 'login',
    input: EmptyInput,
    output: MemberContactSettings,
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
  wechatPage: readEndpoint({
    path: 'wechat-page',
    summary: '微信的授权页地址：在微信内打开，带授权码与 state 回到设置页；10 分钟内有效',
    needs: 'login',
    input: EmptyInput,
    output: z.object({ url: z.string() }),
    refusals: ['WECHAT_OFF'],
  }),
  bindWechat: writeEndpoint({
    path: 'bind-wechat',
    summary: '凭微信授权码绑定微信，替换以前绑定的；关注公众号后才能收到提醒',
    needs: 'login',
    memberLimit: ONE_A_PERSON,
    input: z.strictObject({
      code: WechatAuthorisationCode,
      state: z.string('请重新绑定').check(z.regex(/^[0-9a-f]{72}$/, '请重新绑定')),
    }),
    output: NullOutput,
    refusals: ['WECHAT_OFF', 'WECHAT_VISITOR_UNKNOWN', 'WECHAT_TOO_OFTEN', 'WECHAT_UNCLEAR'],
  }),
  checkWechat: writeEndpoint({
    path: 'check-wechat',
    summary: '向微信查询绑定的微信是否关注了公众号',
    needs: 'login',
    memberLimit: ONE_A_PERSON,
    input: EmptyInput,
    output: z.object({ isFollowing: z.boolean() }),
    refusals: ['WECHAT_OFF', 'WECHAT_UNBOUND', 'WECHAT_TOO_OFTEN', 'WECHAT_UNCLEAR'],
  }),
  unbindWechat: writeEndpoint({
    path: 'unbind-wechat',
    summary: '解除绑定的微信，并删除其标识',
    needs: 'login',
    memberLimit: ONE_A_PERSON,
    input: EmptyInput,
    output: NullOutput,
  }),
})
