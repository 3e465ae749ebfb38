/** The labels of message fields, for people. They are part of the list in contract/labels.ts. */
export const messagingFieldLabels = {
  noticeKind: '通知类型',
  unread: '未读',
  alertKind: '提醒类型',
  byMail: '邮件提醒',
  bySms: '短信提醒',
  byWechat: '微信提醒',
  content: '内容',
  fromHour: '开始时间',
  pinned: '是否置顶',
  quiet: '免打扰时段',
  textName: '消息模板',
  untilHour: '结束时间',
  wanted: '是否接收',
}
