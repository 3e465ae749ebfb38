/** What fields of messages are called in front of people; contract/labels.ts has them all. */
export const messagingLabels = { content: '内容', textName: '消息模板' }
