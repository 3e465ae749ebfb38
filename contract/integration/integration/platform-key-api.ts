import * as z from 'zod/mini'
import { reauthenticationFields, reauthenticationRefusals } from '#contract/people/staff/sensitive-change-api.ts'
import { defineEndpoints, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { Id, Instant, NullOutput, pageInput, pageOutput } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { platformKeyScopeNames } from '#contract/platform/core/permissions.ts'
import { apiKeyFields, CreatedApiKey } from './shapes.ts'

/** The largest number of valid keys of the platform. */
export const PLATFORM_KEYS_MAX = 20

export const platformKeyStates = {
  ACTIVE: { label: '使用中' },
  EXPIRED: { label: '已到期' },
  REVOKED: { label: '已停用' },
  /** The account of its owner is disabled. */
  ORPHANED: { label: '员工已停用' },
} as const

const Scope = z.enum(platformKeyScopeNames, '权限不正确')

export const platformKeyFields = {
  name: apiKeyFields.name,
  scopes: z.array(Scope).check(
    z.minLength(1, '请选择权限'),
    z.refine((scopes) => new Set(scopes).size === scopes.length, '权限不正确'),
  ),
  addresses: apiKeyFields.addresses,
  expiresOn: apiKeyFields.expiresOn,
}

export const PlatformKey = z.object({
  id: Id,
  name: z.string(),
  /** The first characters of the key. */
  prefix: z.string(),
  state: z.enum(keysOf(platformKeyStates)),
  scopes: z.array(Scope),
  addresses: z.array(z.string()),
  /** The staff member in whose name it acts. */
  owner: z.string(),
  expiresAt: z.nullable(Instant),
  createdAt: Instant,
  lastUsedAt: z.nullable(Instant),
  lastUsedIp: z.nullable(z.string()),
  revokedAt: z.nullable(Instant),
})
export type PlatformKey = z.output<typeof PlatformKey>

export const consolePlatformKeyEndpoints = defineEndpoints('/console-api/api/platform-key', {
  list: readEndpoint({
    path: 'list',
    summary: '平台接口密钥：本人创建的，管理员可见全部；最新的在前',
    needs: { staff: 'platformKey' },
    input: z.strictObject(pageInput),
    output: pageOutput(PlatformKey),
  }),
  add: writeEndpoint({
    path: 'add',
    summary: '创建平台接口密钥：须再次验证身份；密钥只返回这一次，以本人的名义和负责的店铺写入',
    needs: { staff: 'platformKey' },
    input: z.strictObject({ ...platformKeyFields, ...reauthenticationFields }),
    output: CreatedApiKey,
    refusals: ['PLATFORM_KEYS_FULL', 'PLATFORM_KEY_SCOPE', 'API_KEY_DAY', ...reauthenticationRefusals],
  }),
  revoke: writeEndpoint({
    path: 'revoke',
    summary: '停用平台接口密钥，立即失效；本人或管理员',
    needs: { staff: 'platformKey' },
    audits: 'row',
    input: z.strictObject({ id: Id }),
    output: NullOutput,
    refusals: ['API_KEY_NOT_FOUND'],
  }),
})
