export const EVERY_MINUTE = '* * * * *'
/** The queue of all that asks the provider of signatures. */
export const SIGNING_QUEUE = 'signing'

export interface JobSchedule {
  task: string
  /** Its name in the console. */
  label: string
  /** In cron syntax (UTC). */
  match: string
  /** How often it runs, as the console says it, in Asia/Shanghai. */
  schedule: string
  /** The queue whose jobs run one after another, so that a slow provider holds one worker; undefined: none. */
  queueName?: string
}

/** The scheduled tasks. */
export const scheduledJobTimetable: readonly JobSchedule[] = [
  // Each is a separate job, so that a failing one does not stop the others.
  { task: 'deadlines', label: '订单与退货到期处理', match: EVERY_MINUTE, schedule: '每分钟' },
  { task: 'staleTransfers', label: '关闭过期的转账', match: EVERY_MINUTE, schedule: '每分钟' },
  { task: 'dueChanges', label: '到期生效的敏感变更', match: EVERY_MINUTE, schedule: '每分钟' },
  { task: 'announcements', label: '公告上线', match: EVERY_MINUTE, schedule: '每分钟' },
  { task: 'goodsPublishing', label: '商品定时发布', match: EVERY_MINUTE, schedule: '每分钟' },
  { task: 'payments', label: '在线支付查询', match: EVERY_MINUTE, schedule: '每分钟' },
  { task: 'invoices', label: '发票状态查询', match: EVERY_MINUTE, schedule: '每分钟' },
  { task: 'signings', label: '电子签署查询', match: EVERY_MINUTE, schedule: '每分钟', queueName: SIGNING_QUEUE },
  { task: 'ledgerSeals', label: '账务封印', match: EVERY_MINUTE, schedule: '每分钟' },
  { task: 'tracks', label: '物流轨迹查询', match: '*/10 * * * *', schedule: '每 10 分钟' },
  { task: 'searchWords', label: '搜索索引修复', match: '*/5 * * * *', schedule: '每 5 分钟' },
  // Providers publish the bill of a day by ten o'clock in the morning.
  { task: 'reconciliation', label: '支付渠道对账', match: '20 2,6,10 * * *', schedule: '每天 10:20、14:20、18:20' },
  // At 01:30 in Asia/Shanghai, and again while the proof of that night is missing.
  { task: 'proof', label: '账务证明', match: '30 17-22 * * *', schedule: '每天 01:30，未完成时每小时再试到 06:30' },
  { task: 'housekeeping', label: '清理过期数据', match: '17 * * * *', schedule: '每小时 17 分' },
  // Every hour, because Asia/Shanghai is UTC+8 and a month there ends at 16:00 UTC. Each run processes everything that is due, so missed
  // runs are caught up within an hour.
  { task: 'statements', label: '月账单、利息与逾期', match: '5 * * * *', schedule: '每小时 05 分' },
  // After the statements: what has become overdue has a task within the hour.
  { task: 'collections', label: '催收任务', match: '15 * * * *', schedule: '每小时 15 分' },
  // The same schedule. At 00:20 in Asia/Shanghai all transactions of the day before are committed.
  { task: 'levels', label: '会员等级评定', match: '20 * * * *', schedule: '每小时 20 分' },
  // Half an hour after midnight in Asia/Shanghai the day before is complete. Missed days are caught up within an hour.
  { task: 'journal', label: '凭证生成', match: '30 * * * *', schedule: '每小时 30 分' },
  // What reports read of today is at most this old. The day before closes within the quarter after midnight in Asia/Shanghai.
  { task: 'salesTotals', label: '销售合计', match: '*/10 * * * *', schedule: '每 10 分钟' },
  { task: 'stockOuts', label: '缺货记录核对', match: '40 * * * *', schedule: '每小时 40 分' },
  { task: 'autopay', label: '自动还款', match: '35 0,4,8,12 * * *', schedule: '每天 08:35、12:35、16:35、20:35' },
  // From the 2nd on, when no transaction can add to the month before; each month once.
  { task: 'provisions', label: '坏账准备', match: '50 * * * *', schedule: '每小时 50 分' },
  { task: 'reminders', label: '到期提醒', match: '5 1,5,9 * * *', schedule: '每天 09:05、13:05、17:05' },
  // At 08:00 in Asia/Shanghai, and again in the morning, because a server may have been down at eight. Nobody gets a second notice.
  { task: 'lowStock', label: '库存不足提醒', match: '0 0-3 * * *', schedule: '每天 08:00，未提醒时每小时再试到 11:00' },
  { task: 'endingBatches', label: '临期批次提醒', match: '5 0-3 * * *', schedule: '每天 08:05，未提醒时每小时再试到 11:05' },
  // At 08:10 in Asia/Shanghai, after the totals of yesterday. Nobody gets a second digest.
  { task: 'dailyDigest', label: '每日摘要', match: '10 0-3 * * *', schedule: '每天 08:10，未发出时每小时再试到 11:10' },
  // At 09:30 in Asia/Shanghai, and again while no reminder was sent on that day.
  { task: 'typedLines', label: '手工流水待核对提醒', match: '30 1-9 * * *', schedule: '每天 09:30，未提醒时每小时再试到 17:30' },
]
