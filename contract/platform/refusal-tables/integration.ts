import type { RefusalTable } from './table.ts'

/** Refusals for API keys and webhooks, and for programs with a key. */
export const integrationRefusals = {
  KEY_NEEDED: { code: 401, msg: '缺少接口密钥，请在请求头 Authorization 中以 Bearer 方式携带' },
  KEY_INVALID: { code: 401, msg: '接口密钥不正确，请核对是否完整' },
  KEY_REVOKED: { code: 401, msg: '接口密钥已停用，请创建新的密钥' },
  KEY_EXPIRED: { code: 401, msg: '接口密钥已到期，请创建新的密钥' },
  KEY_ADDRESS: { code: 403, msg: '请求的 IP 地址不在接口密钥的允许范围内' },
  KEY_FROZEN: { code: 403, msg: '企业已被冻结，接口密钥暂不可用，请联系客服' },
  KEY_SCOPE: { code: 403, msg: '接口密钥没有该接口的权限，请创建含此权限的密钥' },
  KEY_NOT_HERE: { code: 403, msg: '接口密钥只能调用开放接口，不能代替登录' },
  KEY_OWNER_GONE: { code: 403, msg: '创建该密钥的员工账号已停用，请由在职员工创建新的密钥' },
  KEY_OTHER_SIDE: { code: 403, msg: '该接口属于另一类密钥：企业密钥不能调用平台接口，平台密钥不能调用企业接口' },
  API_KEY_NOT_FOUND: { code: 404, msg: '接口密钥不存在' },
  API_KEY_OVER: { code: 409, msg: '该密钥已停用、到期或已更换，请创建新的密钥' },
  API_KEYS_FULL: { code: 422, msg: '可用的接口密钥最多 10 个，请先停用不用的' },
  PLATFORM_KEYS_FULL: { code: 422, msg: '可用的平台接口密钥最多 20 个，请先停用不用的' },
  PLATFORM_KEY_SCOPE: { code: 422, msg: '您的角色没有该权限，不能授予密钥；请由有权限的员工创建' },
  API_KEY_DAY: { code: 422, msg: '到期日不能早于今天，也不能晚于三年后' },
  WEBHOOK_NOT_FOUND: { code: 404, msg: '推送地址不存在' },
  WEBHOOKS_FULL: { code: 422, msg: '推送地址最多 5 个，请先删除不用的' },
  WEBHOOK_URL: { code: 422, msg: '推送地址须为公网可访问的 https 网址' },
  WEBHOOK_NOT_ACTIVE: { code: 409, msg: '推送已暂停或停用，请先恢复推送' },
  WEBHOOK_BY_STAFF: { code: 409, msg: '该推送地址已由平台停用，请联系客服' },
  WEBHOOK_TOO_OFTEN: { code: 429, msg: '操作过于频繁，请一分钟后再试' },
  DELIVERY_NOT_FOUND: { code: 404, msg: '推送记录不存在或已过保留期' },
} as const satisfies RefusalTable
