import { type ApiKey, apiKeyPermissionCodes } from '#contract/integration/integration/shapes.ts'
import { hasPermission } from '#contract/platform/core/permissions.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { type ApiKeyRecord, computeApiKeyState, listApiKeysOfEnterprise } from './api-key-store.ts'

const describe = (key: ApiKeyRecord, moment: Moment): ApiKey => ({
  id: key.id,
  name: key.name,
  prefix: key.prefix,
  state: computeApiKeyState(key, moment),
  addresses: key.addresses,
  permCodes: apiKeyPermissionCodes.filter((code) => hasPermission({ permCode: key.codes }, code)),
  expiresAt: key.expiresAt,
  createdAt: key.createdAt,
  lastUsedAt: key.lastUsedAt,
  lastUsedIp: key.lastUsedIp,
  revokedAt: key.revokedAt,
  revokedByStaff: key.revokedKind === 'staff',
})

/** Describes the keys of an enterprise for its main account and for staff, newest first. */
export const readApiKeysOfEnterprise = async (db: Db, moment: Moment, enterpriseId: string): Promise<ApiKey[]> =>
  (await listApiKeysOfEnterprise(db, enterpriseId)).map((key) => describe(key, moment))
