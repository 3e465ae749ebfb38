import { defineLifecycle, type StateOf } from '#contract/platform/core/lifecycle.ts'

/** The states of an inquiry. A member gets the answer as a message, a guest by telephone. */
export const supportInquiryLifecycle = defineLifecycle({
  initial: ['OPEN'],
  states: {
    OPEN: { label: '待回复' },
    ANSWERED: { label: '已回复', final: true },
    CLOSED: { label: '已关闭', final: true },
  },
  verbs: {
    answer: { from: ['OPEN'], to: 'ANSWERED', by: ['support'], label: '回复' },
    close: { from: ['OPEN'], to: 'CLOSED', by: ['support'], label: '关闭' },
  },
})
export type InquiryState = StateOf<typeof supportInquiryLifecycle>

/** The topics that a person can choose. */
export const inquiryTopics = {
  goods: { label: '选型与报价' },
  order: { label: '订单与发货' },
  credit: { label: '赊销与还款' },
  invoice: { label: '发票' },
  afterSale: { label: '售后' },
  account: { label: '账号与认证' },
  other: { label: '其他' },
} as const
export type InquiryTopic = keyof typeof inquiryTopics
