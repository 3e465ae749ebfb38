import type { apiKeyEndpoints } from '#contract/integration/integration/api.ts'
import { API_KEYS_PER_ENTERPRISE_MAX } from '#contract/integration/integration/shapes.ts'
import { type MessageTextWithValues, createMessageTextWithValues as phrase } from '#contract/people/messaging/message-texts/texts.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { parsePermissionCodes, permissions } from '#contract/platform/core/permissions.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { addDays, addHours, getStartOfNextShanghaiDay, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { sendMessages } from '#server/people/messaging/public.ts'
import { findMainUserId, lockMainAccount } from '#server/people/organisation/public.ts'
import { recordAudit } from '#server/platform/core/audit.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { type Member, toAuditActor } from '#server/platform/http/caller.ts'
import type { RequestOrigin } from '#server/platform/http/context.ts'
import {
  type ApiKeyRecord,
  type ApiKeyRef,
  computeApiKeyState,
  countActiveApiKeys,
  insertApiKey,
  lockApiKey,
  markApiKeyReplaced,
  markApiKeyRevoked,
  type NewApiKeyRecord,
} from './api-key-store.ts'
import { createApiKeyToken } from './authenticate-api-key.ts'

export interface ApiKeyContext {
  moment: Moment
  origin: RequestOrigin
  caller: Member
}

type Verb = 'add' | 'rotate' | 'revoke'

async function note(
  tx: Tx,
  { moment, origin, caller }: ApiKeyContext,
  { verb, id, facts }: { verb: Verb; id: string; facts: Record<string, unknown> },
) {
  const actor = toAuditActor(caller)
  await recordAudit(tx, moment, { origin, actor, action: `${verb} api key`, objectKind: 'apiKey', objectId: id, facts })
}

/** Sends a message about each new or revoked key to the main account, because somebody else may have done it. */
async function notifyMembers(tx: Tx, moment: Moment, { enterpriseId, says }: { enterpriseId: string; says: MessageTextWithValues }) {
  const main = await findMainUserId(tx, enterpriseId)
  const target = { screen: '/api_access', search: {} } as const
  if (main !== undefined) await sendMessages(tx, moment, [{ enterpriseId, userIds: [main], kind: 'system', says, target }])
}

const formatKey = ({ name, prefix }: Pick<ApiKeyRecord, 'name' | 'prefix'>): string => `「${name}」（${prefix}…）`
const formatCodes = (codes: string): string =>
  parsePermissionCodes(codes)
    .map((code) => permissions[code].label)
    .join('、')

const YEARS_DAYS = 3 * 366

/** Returns the end of the last day on which a key is valid. Refuses API_KEY_DAY. */
export function computeApiKeyExpiry(moment: Moment, day: string | null): Date | null {
  if (day === null) return null
  const today = toShanghaiDay(moment.now)
  if (day < today || day > addDays(today, YEARS_DAYS)) refuse('API_KEY_DAY', { field: 'expiresOn' })
  return getStartOfNextShanghaiDay(day)
}

/** Creates a key if the enterprise has less than the maximum. The enterprise is locked, so that two concurrent calls cannot exceed it. */
async function make(
  tx: Tx,
  { moment, caller }: ApiKeyContext,
  given: Omit<NewApiKeyRecord, 'enterpriseId' | 'prefix' | 'tokenHash' | 'userId'>,
): Promise<{ id: string; token: string; prefix: string }> {
  const { enterpriseId, userId } = caller
  if ((await countActiveApiKeys(tx, moment, enterpriseId)) >= API_KEYS_PER_ENTERPRISE_MAX) refuse('API_KEYS_FULL')
  const { token, tokenHash, prefix } = createApiKeyToken(moment, enterpriseId)
  return { id: await insertApiKey(tx, moment, { ...given, enterpriseId, userId, prefix, tokenHash }), token, prefix }
}

type AddInput = Omit<InputOf<typeof apiKeyEndpoints.add>, 'payPwd'>

/** Creates a key. The token is returned only here. */
export async function createApiKey(
  tx: Tx,
  context: ApiKeyContext,
  { name, permCodes, addresses, expiresOn }: AddInput,
): Promise<{ id: string; token: string }> {
  const { moment, caller } = context
  await lockMainAccount(tx, caller.enterpriseId)
  const given = { name, codes: permCodes.join(','), addresses, expiresAt: computeApiKeyExpiry(moment, expiresOn) }
  const { id, token, prefix } = await make(tx, context, given)
  await note(tx, context, { verb: 'add', id, facts: { name, codes: given.codes, addresses, expiresOn } })
  const says = phrase('apiKeyMade', { key: formatKey({ name, prefix }), codes: formatCodes(given.codes) })
  await notifyMembers(tx, moment, { enterpriseId: caller.enterpriseId, says })
  return { id, token }
}

/**
 * Creates a key that replaces another one, with the same permissions. The old key stays valid for some hours, so that programs can switch
 * without an interruption.
 */
export async function rotateApiKey(
  tx: Tx,
  context: ApiKeyContext,
  { id, overlapHours }: { id: string; overlapHours: number },
): Promise<{ id: string; token: string }> {
  const { moment, caller } = context
  const { enterpriseId } = caller
  await lockMainAccount(tx, enterpriseId)
  const old = (await lockApiKey(tx, { enterpriseId, id })) ?? refuse('API_KEY_NOT_FOUND')
  if (computeApiKeyState(old, moment) !== 'ACTIVE') refuse('API_KEY_OVER')
  const { name, codes, addresses, expiresAt } = old
  const made = await make(tx, context, { name, codes, addresses, expiresAt })
  const overlap = addHours(moment.now, overlapHours)
  await markApiKeyReplaced(tx, old, { by: made.id, until: expiresAt !== null && expiresAt < overlap ? expiresAt : overlap })
  await note(tx, context, { verb: 'rotate', id, facts: { name, overlapHours, to: made.id } })
  const says = phrase('apiKeyChanged', { key: formatKey(old), prefix: `${made.prefix}…`, hours: String(overlapHours) })
  await notifyMembers(tx, moment, { enterpriseId, says })
  return { id: made.id, token: made.token }
}

/** Revokes a key immediately. A key that has ended already does not change. Refuses API_KEY_NOT_FOUND. */
async function stop(tx: Tx, moment: Moment, ref: ApiKeyRef, by: { kind: 'member' | 'staff'; id: string }): Promise<ApiKeyRecord> {
  const key = (await lockApiKey(tx, ref)) ?? refuse('API_KEY_NOT_FOUND')
  if (key.revokedAt === null) await markApiKeyRevoked(tx, moment, ref, by)
  return key
}

export async function revokeApiKey(tx: Tx, context: ApiKeyContext, id: string): Promise<void> {
  const { moment, caller } = context
  const key = await stop(tx, moment, { enterpriseId: caller.enterpriseId, id }, { kind: 'member', id: caller.userId })
  await note(tx, context, { verb: 'revoke', id, facts: { name: key.name } })
}

/** Staff revoke the key of an enterprise. The main account gets a message. */
export async function revokeApiKeyByStaff(
  tx: Tx,
  moment: Moment,
  { enterpriseId, id, staffId, reason }: ApiKeyRef & { staffId: string; reason: string },
): Promise<void> {
  const key = await stop(tx, moment, { enterpriseId, id }, { kind: 'staff', id: staffId })
  await notifyMembers(tx, moment, { enterpriseId, says: phrase('apiKeyStopped', { key: formatKey(key), reason }) })
}
