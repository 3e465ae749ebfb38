import { type consolePlatformKeyEndpoints, PLATFORM_KEYS_MAX } from '#contract/integration/integration/platform-key-api.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { hasPermission, platformKeyScopes } from '#contract/platform/core/permissions.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { computeApiKeyExpiry } from '#server/people/api-keys/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import type { Staff } from '#server/platform/http/caller.ts'
import { createPlatformKeyToken } from './authenticate-platform-key.ts'
import { insertPlatformKey, lockCreationAndCountValidPlatformKeys, revokePlatformKeyRow } from './platform-key-store.ts'

type AddInput = Omit<InputOf<typeof consolePlatformKeyEndpoints.add>, 'pwd' | 'code'>

/**
 * Creates a key of a staff member. The token is returned only here. Refuses PLATFORM_KEY_SCOPE for a scope that he may not use himself,
 * PLATFORM_KEYS_FULL, API_KEY_DAY.
 */
export async function createPlatformKey(
  tx: Tx,
  moment: Moment,
  caller: Staff,
  { name, scopes, addresses, expiresOn }: AddInput,
): Promise<{ id: string; token: string }> {
  if (scopes.some((scope) => !hasPermission(caller, platformKeyScopes[scope].needs))) refuse('PLATFORM_KEY_SCOPE', { field: 'scopes' })
  const expiresAt = computeApiKeyExpiry(moment, expiresOn)
  if ((await lockCreationAndCountValidPlatformKeys(tx, moment)) >= PLATFORM_KEYS_MAX) refuse('PLATFORM_KEYS_FULL')
  const { token, tokenHash, prefix } = createPlatformKeyToken(moment)
  const id = await insertPlatformKey(tx, moment, { staffId: caller.staffId, name, scopes, addresses, expiresAt, prefix, tokenHash })
  return { id, token }
}

/** Revokes a key immediately: one's own, or any as an administrator. Refuses API_KEY_NOT_FOUND. */
export async function revokePlatformKey(tx: Tx, moment: Moment, caller: Staff, id: string): Promise<void> {
  const owner = hasPermission(caller, { staff: 'platformKeyAll' }) ? undefined : caller.staffId
  if (!(await revokePlatformKeyRow(tx, moment, { id, owner, by: caller.staffId }))) refuse('API_KEY_NOT_FOUND')
}
