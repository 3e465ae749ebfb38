import type { ProtectedFigure } from '#contract/platform/core/figures.ts'
import { integrationTexts } from './integration.ts'
import { creditAndPaymentTexts, invoiceTexts } from './money.ts'
import { afterSaleTexts, commentAndInquiryTexts, orderProposalTexts, orderTexts, quotationTexts } from './orders.ts'
import { smsTexts, verificationAndMemberTexts } from './people.ts'
import type { MessageTextTemplate } from './template.ts'

/** The texts by topic, as the console lists them. */
export const messageTextGroups = {
  order: { label: '订单', texts: orderTexts },
  afterSale: { label: '售后', texts: afterSaleTexts },
  quotation: { label: '询价', texts: quotationTexts },
  orderProposal: { label: '代客下单', texts: orderProposalTexts },
  money: { label: '账款', texts: creditAndPaymentTexts },
  invoice: { label: '发票', texts: invoiceTexts },
  people: { label: '认证、许可证与优惠', texts: verificationAndMemberTexts },
  integration: { label: '接口', texts: integrationTexts },
  words: { label: '评论与留言', texts: commentAndInquiryTexts },
  sms: { label: '短信', texts: smsTexts },
} as const
export type MessageTextGroup = keyof typeof messageTextGroups

const all = {
  ...orderTexts,
  ...afterSaleTexts,
  ...quotationTexts,
  ...orderProposalTexts,
  ...creditAndPaymentTexts,
  ...invoiceTexts,
  ...verificationAndMemberTexts,
  ...commentAndInquiryTexts,
  ...integrationTexts,
  ...smsTexts,
} as const
export type MessageTextName = keyof typeof all

/** Every text that the mall sends, as it is built in. Texts that staff have changed are in the table `message_text`. */
export const messageTextTemplates: Readonly<Record<MessageTextName, MessageTextTemplate>> = all

type FactsOf<N extends MessageTextName> = Readonly<Record<keyof (typeof all)[N]['facts'], string>>

/** A text with the values of its placeholders. It is rendered when it is sent. */
export interface MessageTextWithValues {
  text: MessageTextName
  facts: Readonly<Record<string, string>>
}

/** The figure that the amounts of a text are. The amounts of coupons are visible to everybody. */
const figuresInTexts: Partial<Record<MessageTextName, ProtectedFigure>> = {
  orderAskApproval: 'order',
  orderRejected: 'order',
  afterSaleRefunded: 'order',
  invoiceRed: 'order',
  invoicePartRed: 'order',
  voucherRejected: 'payment',
  transferArrived: 'payment',
  transferUndone: 'payment',
  paymentReturned: 'payment',
  statementPosted: 'credit',
  dueSoon: 'credit',
  dueToday: 'credit',
  dueLate: 'credit',
  autoRepaid: 'credit',
  autoRepaidPart: 'credit',
  autoRepayFailed: 'credit',
  tempLimitEnding: 'credit',
  tempLimitEnded: 'credit',
  disputeDecided: 'credit',
  companyGroupShare: 'credit',
  companyGroupMember: 'credit',
  companyGroupCreated: 'credit',
  companyGroupLimit: 'credit',
  collectionLetter: 'credit',
  acceptanceTaken: 'credit',
  acceptancePaid: 'credit',
  acceptanceRejected: 'credit',
  acceptanceLapsed: 'credit',
  acceptanceBounced: 'credit',
  badDebtKept: 'credit',
  badDebtForgiven: 'credit',
  verificationPassed: 'credit',
  levelUp: 'spending',
  levelDown: 'spending',
}

/** Returns the figure that the amounts of a text are; null: none that can be masked. */
export const findProtectedFigureOfMessageText = (text: MessageTextName): ProtectedFigure | null => figuresInTexts[text] ?? null

/** Creates a text with its values. Unknown or missing values are type errors. */
export const createMessageTextWithValues = <N extends MessageTextName>(text: N, facts: FactsOf<N>): MessageTextWithValues => ({
  text,
  facts,
})

/** A title, which an SMS does not have, and the body. */
export interface MessageTextContent {
  title: string
  content: string
}

export const MESSAGE_TEXT_TITLE_MAX = 50
export const MESSAGE_TEXT_CONTENT_MAX = 500

const PLACE = /\{([^{}]*)\}/g
const placesIn = (words: string): string[] => [...new Set([...words.matchAll(PLACE)].map(([, label = '']) => label))]

/** Replaces all placeholders in one pass, so a value is never parsed as a placeholder again. */
export function renderMessageText({ title, content }: MessageTextContent, { text, facts }: MessageTextWithValues): MessageTextContent {
  const values = new Map(Object.entries(messageTextTemplates[text].facts).map(([name, { label }]) => [label, facts[name] ?? '']))
  const put = (words: string) => words.replace(PLACE, (place, label: string) => values.get(label) ?? place)
  return { title: put(title), content: put(content) }
}

/** The current text with the sample values of its placeholders. */
export const renderMessageTextWithSampleValues = (text: MessageTextName, words: MessageTextContent): MessageTextContent =>
  renderMessageText(words, {
    text,
    facts: Object.fromEntries(Object.entries(messageTextTemplates[text].facts).map(([name, { sample }]) => [name, sample])),
  })

const braced = (labels: readonly string[]) => labels.map((label) => `{${label}}`).join('、')

/** Describes why a text cannot be saved; undefined: it can. */
export function findMessageTextContentError(text: MessageTextName, { title, content }: MessageTextContent): string | undefined {
  const { channel, title: builtInTitle, facts } = messageTextTemplates[text]
  if (channel === 'sms' ? title !== '' : title.trim() === '') return channel === 'sms' ? '短信没有标题' : '请填写标题'
  if (content.trim() === '') return '请填写内容'
  const labels = Object.values(facts).map(({ label }) => label)
  const unknown = placesIn(title + content).filter((label) => !labels.includes(label))
  if (unknown.length > 0)
    return `没有占位符 ${braced(unknown)}，${labels.length > 0 ? `可以使用 ${braced(labels)}` : '这条文字不使用占位符'}`
  if (/[{}]/.test((title + content).replace(PLACE, ''))) return '花括号 { } 没有成对，占位符要写成 {名称}'
  // A title may be sent by SMS, so it must not contain text that a person has typed.
  const inTitle = placesIn(title).filter((label) => !placesIn(builtInTitle).includes(label))
  if (inTitle.length > 0) return `标题里不能使用占位符 ${braced(inTitle)}，请写在内容里`
  const missing = Object.values(facts).filter(({ needed, label }) => needed && !placesIn(title + content).includes(label))
  if (missing.length > 0) return `缺少必要的占位符 ${braced(missing.map(({ label }) => label))}`
  return undefined
}
