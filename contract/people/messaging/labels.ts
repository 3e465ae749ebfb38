/** The labels of message fields, for people. They are part of the list in contract/labels.ts. */
export const messagingFieldLabels = {
  alertKind: '提醒类型',
  bySms: '短信提醒',
  content: '内容',
  pinned: '是否置顶',
  textName: '消息模板',
}
