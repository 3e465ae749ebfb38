import { formatShanghaiTime } from '#contract/platform/core/shanghai.ts'
import type { WechatTemplateField } from '#server/platform/core/wechat-account-settings.ts'

/** What a message says: no more than an SMS does. */
export interface WechatMessageFacts {
  title: string
  /** What it is about, as its reader has chosen it. */
  kind: string
  at: Date
}

/** What WeChat takes for a `thing`, in characters. */
const THING_MAX = 20

/** One line of at most so many characters. WeChat refuses the whole message for an empty value or one that is longer. */
function cutToThing(text: string): string {
  const characters = [...text.replaceAll(/\s+/g, ' ').trim()]
  if (characters.length === 0) return '商城消息'
  return characters.length <= THING_MAX ? characters.join('') : `${characters.slice(0, THING_MAX - 1).join('')}…`
}

/** 2026年11月18日 14:00, which WeChat takes for both a time and a date. */
function formatTime(at: Date): string {
  const [day = '', time = ''] = formatShanghaiTime(at).split(' ')
  const [year, month, date] = day.split('-').map(Number)
  return `${year}年${month}月${date}日 ${time.slice(0, 5)}`
}

/** The values of the template's keywords, in the form that WeChat wants. */
export const toTemplateValues = (
  fields: readonly WechatTemplateField[],
  { title, kind, at }: WechatMessageFacts,
): Record<string, { value: string }> => {
  const values = { title: cutToThing(title), kind: cutToThing(kind), time: formatTime(at) }
  return Object.fromEntries(fields.map(({ what, keyword }) => [keyword, { value: values[what] }]))
}
