import * as z from 'zod/mini'
import { Day, Id, Instant, RequiredText } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import type { MemberPermissionCode } from '#contract/platform/core/permissions.ts'
import { markSecretField } from '#contract/platform/core/secret.ts'
import { webhookEvents } from './events.ts'
import { parseIpRange } from './ip-range.ts'

/** The largest number of valid keys of one enterprise. It includes replaced keys that have not expired yet. */
export const API_KEYS_PER_ENTERPRISE_MAX = 10
export const WEBHOOKS_PER_ENTERPRISE_MAX = 5
export const API_KEY_ADDRESSES_MAX = 20

/** The permission codes that an API key can have: only those that calls of the machine API use. */
export const apiKeyPermissionCodes = ['lookOrder', 'applyLimit'] as const satisfies readonly MemberPermissionCode[]
const MachineCode = z.enum(apiKeyPermissionCodes, '权限不正确')

export const apiKeyStates = {
  ACTIVE: { label: '使用中' },
  REPLACED: { label: '已更换，到期停用' },
  EXPIRED: { label: '已到期' },
  REVOKED: { label: '已停用' },
} as const

const Name = RequiredText(30, '请输入名称')

const Address = z.string('IP 地址格式不正确').check(
  z.trim(),
  z.maxLength(43, 'IP 地址格式不正确'),
  z.refine((text) => parseIpRange(text) !== undefined, 'IP 地址格式不正确'),
)

/** The permissions, addresses and expiry of a key. */
export const apiKeyFields = {
  name: Name,
  permCodes: z.array(MachineCode).check(
    z.minLength(1, '请选择权限'),
    z.maxLength(apiKeyPermissionCodes.length, '权限不正确'),
    z.refine((codes) => new Set(codes).size === codes.length, '权限不正确'),
  ),
  addresses: z._default(z.array(Address).check(z.maxLength(API_KEY_ADDRESSES_MAX, `最多 ${API_KEY_ADDRESSES_MAX} 个 IP 地址`)), []),
  /** The last day on which it is valid; null: until it is revoked. */
  expiresOn: z._default(z.nullable(Day), null),
}

/** How many hours the old key or secret stays valid after it was replaced. */
export const ReplacedKeyValidHours = z.literal([1, 24, 168], '请选择旧密钥保留的时间')

export const ApiKey = z.object({
  id: Id,
  name: z.string(),
  /** The first characters of the key. */
  prefix: z.string(),
  state: z.enum(keysOf(apiKeyStates)),
  permCodes: z.array(MachineCode),
  addresses: z.array(z.string()),
  expiresAt: z.nullable(Instant),
  createdAt: Instant,
  lastUsedAt: z.nullable(Instant),
  lastUsedIp: z.nullable(z.string()),
  revokedAt: z.nullable(Instant),
  /** The platform has revoked it. */
  revokedByStaff: z.boolean(),
})
export type ApiKey = z.output<typeof ApiKey>

/** The only answer that contains a key or a secret. */
export const CreatedApiKey = z.object({ id: Id, token: markSecretField(z.string()) })
export const CreatedWebhookSecret = z.object({ id: Id, secret: markSecretField(z.string()) })

export const webhookStates = {
  ACTIVE: { label: '推送中' },
  PAUSED: { label: '已暂停' },
  DISABLED: { label: '已停用' },
} as const

/** How it is sent: our own bodies in JSON, signed, or messages of cXML for a procurement system, with its secret in them. */
const WebhookFormat = z.enum(['JSON', 'CXML'])
export type WebhookFormat = z.output<typeof WebhookFormat>

/** The URL of a webhook: https, and without parts that must not be in a log. The server checks its IP address on every try. */
export const WebhookUrl = z.string('请输入推送地址').check(
  z.trim(),
  z.minLength(1, '请输入推送地址'),
  z.maxLength(500, '推送地址最多 500 字'),
  z.refine((text) => {
    const url = URL.parse(text)
    return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' && url.hash === ''
  }, '请输入以 https:// 开头的完整网址，不含用户名和密码'),
)

export const webhookFields = {
  name: Name,
  url: WebhookUrl,
  events: z.array(z.enum(keysOf(webhookEvents), '事件不正确')).check(
    z.minLength(1, '请选择至少一种事件'),
    z.maxLength(keysOf(webhookEvents).length, '事件不正确'),
    z.refine((events) => new Set(events).size === events.length, '事件不正确'),
  ),
}

export const Webhook = z.object({
  id: Id,
  format: WebhookFormat,
  name: z.string(),
  url: z.string(),
  events: z.array(z.enum(keysOf(webhookEvents))),
  state: z.enum(keysOf(webhookStates)),
  /** The reason, if it is disabled. */
  why: z.nullable(z.string()),
  createdAt: Instant,
  lastOkAt: z.nullable(Instant),
  failingSince: z.nullable(Instant),
  /** Until then deliveries also have a signature with the old secret. */
  oldSecretUntil: z.nullable(Instant),
  /** Deliveries of the last seven days: delivered, waiting for another try, given up. */
  delivered: z.int(),
  waiting: z.int(),
  parked: z.int(),
})
export type Webhook = z.output<typeof Webhook>

export const webhookDeliveryStates = {
  WAIT: { label: '待推送' },
  DELIVERED: { label: '已送达' },
  PARKED: { label: '已搁置' },
} as const
export const WebhookDeliveryState = z.enum(keysOf(webhookDeliveryStates), '推送状态不正确')

export const WebhookDelivery = z.object({
  id: Id,
  event: z.string(),
  /** The number of the order or the quotation, or the month, of the event. */
  subject: z.string(),
  state: WebhookDeliveryState,
  tries: z.int(),
  createdAt: Instant,
  doneAt: z.nullable(Instant),
  nextAt: z.nullable(Instant),
  /** The result of the last try: the HTTP status, or the reason why there was none. */
  lastStatus: z.nullable(z.int()),
  lastFault: z.nullable(z.string()),
})
export type WebhookDelivery = z.output<typeof WebhookDelivery>

const Attempt = z.object({
  no: z.int(),
  at: Instant,
  ms: z.int(),
  status: z.nullable(z.int()),
  fault: z.nullable(z.string()),
  /** The beginning of the response. */
  answer: z.string(),
})

/** One delivery with its body and all its tries. */
export const WebhookDeliveryDetail = z.object({ ...WebhookDelivery.shape, body: z.string(), attempts: z.array(Attempt) })
export type WebhookDeliveryDetail = z.output<typeof WebhookDeliveryDetail>
