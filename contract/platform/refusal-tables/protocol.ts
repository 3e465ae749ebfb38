import type { RefusalTable } from './table.ts'

/** Refusals before a call is processed. */
export const refusalsBeforeProcessing = {
  // Identity
  NOT_LOGGED_IN: { code: 510, msg: '请先登录' },
  NO_PERMISSION: { code: 403, msg: '您没有该操作的权限' },
  MAIN_ACCOUNT_ONLY: { code: 403, msg: '仅主账号可以操作' },
  STAFF_ONLY: { code: 403, msg: '您没有该操作的权限' },
  OWN_ENTERPRISES_ONLY: { code: 403, msg: '您只能查看和处理自己的企业' },

  // Input
  INVALID_INPUT: { code: 400, msg: '请求参数有误' },
  MALFORMED: { code: 400, msg: '请求格式有误', status: 400 },
  METHOD_NOT_ALLOWED: { code: 405, msg: '请求方式不支持', status: 405 },
  NO_SUCH_CALL: { code: 404, msg: '接口不存在', status: 404 },
  TOO_SLOW: { code: 408, msg: '请求超时，请检查网络后重试', status: 408 },
  TOO_LARGE: { code: 413, msg: '请求内容过大', status: 413 },
  HEAD_TOO_LARGE: { code: 431, msg: '请求头过大', status: 431 },
  NOT_JSON: { code: 415, msg: '仅支持 JSON 格式的请求', status: 415 },
  TOO_MANY: { code: 429, msg: '操作过于频繁，请稍后再试', status: 429 },
  DAILY_FULL: { code: 429, msg: '贵公司今天的此项操作已达上限，请明天再试' },
  OVERLOADED: { code: 503, msg: '当前访问人数较多，请稍后再试', status: 503 },
  OUTCOME_UNKNOWN: { code: 503, msg: '连接中断，无法确认操作是否已完成，请刷新核对后再试', status: 503 },
  IDEMPOTENCY_KEY_MISSING: { code: 400, msg: '请求缺少幂等标识，请刷新页面后重试' },
  IDEMPOTENCY_KEY_REUSED: { code: 409, msg: '该幂等标识已用于另一个请求' },
  ROW_CHANGED: { code: 409, msg: '内容已被其他人修改，您填写的没有保存；请核对后再保存' },
  DEFECT: { code: 500, msg: '系统繁忙，请稍后再试', status: 500 },
} as const satisfies RefusalTable
