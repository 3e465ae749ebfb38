/** The labels of the fields of keys and webhooks, for people. They are part of the list in contract/labels.ts. */
export const integrationFieldLabels = {
  active: '是否推送',
  addresses: '允许的 IP 地址',
  scopes: '权限',
  after: '上一页最后一条',
  cursor: '游标',
  events: '推送事件',
  expiresOn: '到期日',
  overlapHours: '旧密钥保留时间',
  permCodes: '权限',
  size: '条数',
  updatedSince: '起始时间',
  url: '推送地址',
  webhookId: '推送地址',
}
