import type { RefusalTable } from './table.ts'

/** Refusals of collections, and of companies on the stop-list. */
export const collectionAndOrderStopRefusals = {
  COLLECTION_NOT_FOUND: { code: 404, msg: '催收任务不存在' },
  COLLECTION_CLOSED: { code: 409, msg: '该企业的逾期账单已结清，任务已关闭' },
  COLLECTION_OWNER: { code: 422, msg: '负责人须为在职的财务人员，请重新选择' },
  COLLECTION_WITH_COUNSEL: { code: 409, msg: '任务已移交律师，请先收回' },
  COLLECTION_NOT_WITH_COUNSEL: { code: 409, msg: '任务没有移交律师，请刷新' },
  PROMISE_WAITING: { code: 409, msg: '已有待兑现的承诺，请先撤回或等其到期' },
  PROMISE_NOT_FOUND: { code: 404, msg: '没有待兑现的承诺，请刷新' },
  PROMISE_DAY: { code: 422, msg: '承诺日期须在今天起 90 天之内' },
  NOTHING_OVERDUE: { code: 409, msg: '该企业现在没有逾期金额，不能发函' },
  COUNSEL_NEEDED: { code: 422, msg: '律师函须填写律师事务所和律师' },
  LETTER_NOT_FOUND: { code: 404, msg: '函件不存在' },
  HANDOVER_DAY: { code: 422, msg: '移交日期须在今天之前一年之内' },
  HANDOVER_FILE: { code: 415, msg: '委托文件须为 PDF' },
  HANDOVER_FILE_TOO_LARGE: { code: 413, msg: '委托文件不能超过 10 MB' },
  HANDOVER_FILE_NOT_FOUND: { code: 404, msg: '委托文件不存在' },
  ORDER_STOP_WAITING: { code: 409, msg: '该企业已有待复核的停单申请' },
  ORDER_NOT_STOPPED: { code: 409, msg: '该企业不在停单名单上，请刷新' },
  CREDIT_STOPPED: { code: 422, msg: '贵公司已被暂停赊销，请联系客服' },
  ORDERS_STOPPED: { code: 422, msg: '贵公司已被暂停下单，请联系客服' },
} as const satisfies RefusalTable
