import * as z from 'zod/mini'
import { defineEndpoints, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import {
  CaptchaCode,
  CaptchaKey,
  EmptyInput,
  Id,
  Instant,
  Mobile,
  NullOutput,
  pageInput,
  pageOutput,
  RequiredText,
} from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { inquiryTopics, supportInquiryLifecycle } from './inquiry-lifecycle.ts'

export const INQUIRY_TEXT_MAX = 500
/** How many inquiries a member may send per day, and how many a guest's address may send per hour. */
export const INQUIRY_RATE_LIMITS = { memberPerDay: 10, guestPerHour: 5 } as const

export const inquiryFields = {
  name: RequiredText(20, '请填写称呼'),
  mobile: Mobile,
  topic: z.enum(keysOf(inquiryTopics), '请选择主题'),
  text: RequiredText(INQUIRY_TEXT_MAX, '请填写内容'),
}
export const OwnInquiry = z.object({
  id: Id,
  topic: z.enum(keysOf(inquiryTopics)),
  text: z.string(),
  state: z.enum(keysOf(supportInquiryLifecycle.states)),
  answer: z.nullable(z.string()),
  at: Instant,
  stateAt: Instant,
})
export type OwnInquiry = z.output<typeof OwnInquiry>

export const inquiryEndpoints = defineEndpoints('/user-api/api/inquiry', {
  submit: writeEndpoint({
    path: 'submit',
    summary: '给客服留言：会员的回复以站内消息送达，访客由客服电话回复',
    needs: 'guest',
    input: z.strictObject({
      ...inquiryFields,
      /** Only of a guest. */ imageKey: z.optional(CaptchaKey),
      imageCode: z.optional(CaptchaCode),
    }),
    output: NullOutput,
    refusals: ['INQUIRY_TOO_MANY', 'CAPTCHA_NEEDED', 'CAPTCHA_WRONG', 'CAPTCHA_EXPIRED'],
  }),
  mine: readEndpoint({ path: 'mine', summary: '自己最近的 20 条留言', needs: 'login', input: EmptyInput, output: z.array(OwnInquiry) }),
})

const row = {
  ...OwnInquiry.shape,
  name: z.string(),
  mobileMasked: z.string(),
  /** Null: a guest, who gets a call. */
  enterpriseId: z.nullable(Id),
  enterpriseName: z.nullable(z.string()),
  answeredBy: z.nullable(z.string()),
}
export const ConsoleInquiry = z.object(row)
export type ConsoleInquiry = z.output<typeof ConsoleInquiry>
const moved = ['INQUIRY_NOT_FOUND', 'INQUIRY_DONE'] as const

export const consoleInquiryEndpoints = defineEndpoints('/console-api/api/inquiry', {
  list: readEndpoint({
    path: 'list',
    summary: '客服留言：待回复的，等得最久的在前；其余最新的在前',
    needs: { staff: 'inquiry' },
    input: z.strictObject({
      ...pageInput,
      state: z.optional(z.enum(keysOf(supportInquiryLifecycle.states))),
      topic: z.optional(z.enum(keysOf(inquiryTopics))),
    }),
    output: pageOutput(ConsoleInquiry),
  }),
  mobile: readEndpoint({
    path: 'mobile',
    summary: '留言人的手机号，逐次记录',
    needs: { staff: 'inquiry' },
    input: z.strictObject({ id: Id }),
    output: z.object({ mobile: z.string() }),
    refusals: ['INQUIRY_NOT_FOUND'],
  }),
  answer: writeEndpoint({
    path: 'answer',
    summary: '回复留言：会员收到消息；访客在电话里答复，这里记下要点',
    needs: { staff: 'inquiry' },
    audits: 'row',
    input: z.strictObject({ id: Id, text: RequiredText(INQUIRY_TEXT_MAX, '请填写回复') }),
    output: NullOutput,
    refusals: moved,
  }),
  close: writeEndpoint({
    path: 'close',
    summary: '关闭不需要回复的留言，写明原因',
    needs: { staff: 'inquiry' },
    audits: 'row',
    input: z.strictObject({ id: Id, reason: RequiredText(100, '请填写原因') }),
    output: NullOutput,
    refusals: moved,
  }),
})
