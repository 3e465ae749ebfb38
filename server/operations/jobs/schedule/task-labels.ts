import type { OutboxTopic } from '#server/platform/core/outbox.ts'
import { scheduledJobTimetable } from './timetable.ts'

/** What the job of a topic is called in the console. */
const topicLabels = {
  'stock.changed': '到货通知与搜索更新',
  'category.changed': '分类变更后的搜索更新',
  'choices.changed': '参数变更后的搜索更新',
  'hardness.changed': '硬度变更后的搜索更新',
  'search-texts.changed': '商品文字变更后的搜索更新',
  'alert.made': '短信、邮件与微信提醒',
  'notice.made': '运营通知转发',
  'mail.send': '发送邮件',
  'wechat.send': '发送公众号消息',
  'robot.send': '发送群消息',
  'sms.send': '发送短信',
  'payment.closed': '关闭在线支付',
  'goods-bulk.due': '商品批量修改',
  'goods-import.due': '商品导入',
  'moving-in.due': '企业迁入',
  'proof.asked': '手动账务证明',
  'invoice.asked': '开具发票',
  'refund.made': '退款打款',
  'signing.asked': '电子签署',
  'document.changed': '文件变更后的签署失效',
} as const satisfies { readonly [T in OutboxTopic]?: string }

const labels: ReadonlyMap<string, string> = new Map<string, string>([
  ...scheduledJobTimetable.map(({ task, label }) => [task, label] as const),
  ...Object.entries(topicLabels),
  ['ledgerSealsAgain', '账务封印'],
])

/** The topics whose jobs have a name. A topic with a listener must be one of them. */
export type LabelledTopic = keyof typeof topicLabels

/** Returns the name of a task for people; a task without one, as of another version of the program, keeps its own. */
export const labelOfTask = (task: string): string => labels.get(task) ?? task
