/** What fields of messages are called in front of people; contract/labels.ts has them all. */
export const messagingLabels = {
  alertKind: '提醒类型',
  bySms: '短信提醒',
  content: '内容',
  pinned: '是否置顶',
  textName: '消息模板',
}
