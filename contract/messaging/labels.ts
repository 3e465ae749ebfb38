/** What the fields of messages, announcements and reminders are called. */
export const messagingLabels = {
  alertKind: '提醒类型',
  bySms: '短信提醒',
  pinned: '是否置顶',
}
