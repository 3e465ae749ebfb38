import { createMessageTemplate, createOptionalPlaceholder, createRequiredPlaceholder, reasonPlaceholder } from './template.ts'

const key = createRequiredPlaceholder('密钥', '「ERP 对接」（yf_8c2d…）')
const name = createRequiredPlaceholder('名称', 'ERP 订单推送')

/** Texts about API keys and webhooks. */
export const integrationTexts = {
  apiKeyMade: createMessageTemplate('接口密钥已创建', '{密钥}已创建，权限：{权限}。如不是本人操作，请立即在接口接入停用它并修改密码', {
    key,
    codes: createOptionalPlaceholder('权限', '订单管理'),
  }),
  apiKeyChanged: createMessageTemplate(
    '接口密钥已更换',
    '{密钥}已更换为 {新密钥}，旧密钥 {小时数} 小时后失效。如不是本人操作，请立即在接口接入停用它并修改密码',
    { key, prefix: createRequiredPlaceholder('新密钥', 'yf_51aa…'), hours: createRequiredPlaceholder('小时数', '24') },
  ),
  apiKeyStopped: createMessageTemplate('接口密钥已被平台停用', '{密钥}已停用：{原因}', { key, reason: reasonPlaceholder }),
  webhookFailing: createMessageTemplate(
    '消息推送已停用',
    '「{名称}」连续 {天数} 天推送失败，已停止推送。修好后可在接口接入恢复，其间的变化请用接口拉取',
    { name, days: createOptionalPlaceholder('天数', '3') },
    '消息推送连续失败',
  ),
  webhookStopped: createMessageTemplate('消息推送已被平台停用', '「{名称}」已停用：{原因}', { name, reason: reasonPlaceholder }),
} as const
