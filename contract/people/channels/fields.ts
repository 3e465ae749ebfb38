import * as z from 'zod/mini'
import { Instant } from '#contract/platform/core/fields.ts'

/** How long a code that confirms a mail address is valid. */
export const MAIL_CODE_MINUTES = 30

/** An address that a mail server can be given: one receiver, with a domain that has a dot. */
export const MailAddress = z
  .string('请输入邮箱')
  .check(
    z.maxLength(100, '请输入正确的邮箱'),
    z.regex(/^[^\s@<>()",;:\\[\]\p{Cc}\p{Cs}]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,4}$/u, '请输入正确的邮箱'),
  )

/** An hour of the day in Asia/Shanghai. */
const Hour = z.int('请选择时间').check(z.minimum(0, '请选择时间'), z.maximum(23, '请选择时间'))

/** From when until when nothing is sent, as hours of the day: 22 and 8. It may pass midnight. */
export const QuietHours = z
  .strictObject({ fromHour: Hour, untilHour: Hour })
  .check(z.refine(({ fromHour, untilHour }) => fromHour !== untilHour, { error: '开始和结束不能相同', path: ['untilHour'] }))
export type QuietHours = z.output<typeof QuietHours>

/** How a person is reached besides the messages in the mall. */
export const ContactSettings = z.object({
  /** The mall can send mails. */
  mailOn: z.boolean(),
  /** The confirmed address, masked; null: there is none. */
  mail: z.nullable(z.string()),
  quiet: z.nullable(QuietHours),
})
export type ContactSettings = z.output<typeof ContactSettings>

/** The same of a buyer, who can be reached in WeChat as well. */
export const MemberContactSettings = z.extend(ContactSettings, {
  /** The mall has a service account that can write to him. */
  wechatOn: z.boolean(),
  /** The bound WeChat; null: there is none. Without following the account it gets nothing. */
  wechat: z.nullable(z.object({ boundAt: Instant, isFollowing: z.boolean() })),
})
export type MemberContactSettings = z.output<typeof MemberContactSettings>

/** What is sent in the quiet hours waits until they end: '22:00–8:00'. */
export const formatQuietHours = ({ fromHour, untilHour }: QuietHours): string =>
  `${fromHour}:00–${untilHour < fromHour ? '次日 ' : ''}${untilHour}:00`
