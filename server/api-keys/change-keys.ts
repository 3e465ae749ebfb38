import type { InputOf } from '../../contract/endpoint.ts'
import type { apiKey } from '../../contract/integration/api.ts'
import { API_KEYS_MAX } from '../../contract/integration/shapes.ts'
import { type PermissionCode, permissions } from '../../contract/permissions.ts'
import { refuse } from '../../contract/refusals.ts'
import { addDays, addHours, dayOf, endOfDay } from '../../contract/shanghai.ts'
import type { Member } from '../http/caller.ts'
import type { Origin } from '../http/context.ts'
import { sendMessages } from '../messaging/public.ts'
import { findMainUser, lockCompany } from '../organisation/public.ts'
import { audit } from '../platform/audit.ts'
import type { Tx } from '../platform/db.ts'
import type { Moment } from '../platform/moment.ts'
import { newToken } from './find-key.ts'
import { countLive, insertKey, type Key, type KeyRef, lockKey, type NewKey, setReplaced, setRevoked, stateOf } from './keys.ts'

export interface Around {
  moment: Moment
  origin: Origin
  caller: Member
}

type Verb = 'add' | 'rotate' | 'revoke'

async function note(
  tx: Tx,
  { moment, origin, caller }: Around,
  { verb, id, facts }: { verb: Verb; id: string; facts: Record<string, unknown> },
) {
  const actor = { kind: 'member', id: caller.userId, enterpriseId: caller.enterpriseId } as const
  await audit(tx, moment, { origin, actor, action: `${verb} api key`, objectKind: 'apiKey', objectId: id, facts })
}

/** The main account hears of every key that comes or goes: it may not have been itself. */
async function tell(tx: Tx, moment: Moment, { enterpriseId, title, content }: { enterpriseId: string; title: string; content: string }) {
  const main = await findMainUser(tx, enterpriseId)
  const target = { screen: '/api_access', search: {} } as const
  if (main !== undefined) await sendMessages(tx, moment, [{ enterpriseId, userIds: [main], kind: 'system', title, content, target }])
}

const say = ({ name, prefix }: Pick<Key, 'name' | 'prefix'>): string => `「${name}」（${prefix}…）`
const sayCodes = (codes: string): string =>
  codes
    .split(',')
    .map((code) => permissions[code as PermissionCode].label)
    .join('、')
const NOT_YOU = '如不是本人操作，请立即在接口接入停用它并修改密码'

const YEARS_DAYS = 3 * 366

/** The end of the last day on which a key is good. Refuses API_KEY_DAY. */
function endOf(moment: Moment, day: string | null): Date | null {
  if (day === null) return null
  const today = dayOf(moment.now)
  if (day < today || day > addDays(today, YEARS_DAYS)) refuse('API_KEY_DAY', { field: 'expiresOn' })
  return endOfDay(day)
}

/** Makes one more key, if there is room. The company is held, so that two at once do not both find the last place. */
async function make(
  tx: Tx,
  { moment, caller }: Around,
  given: Omit<NewKey, 'enterpriseId' | 'prefix' | 'tokenHash' | 'userId'>,
): Promise<{ id: string; token: string; prefix: string }> {
  const { enterpriseId, userId } = caller
  if ((await countLive(tx, moment, enterpriseId)) >= API_KEYS_MAX) refuse('API_KEYS_FULL')
  const { token, tokenHash, prefix } = newToken(moment, enterpriseId)
  return { id: await insertKey(tx, moment, { ...given, enterpriseId, userId, prefix, tokenHash }), token, prefix }
}

type AddInput = Omit<InputOf<typeof apiKey.add>, 'payPwd'>

/** Makes a key. The token is told now and never again. */
export async function addKey(
  tx: Tx,
  around: Around,
  { name, permCodes, addresses, expiresOn }: AddInput,
): Promise<{ id: string; token: string }> {
  const { moment, caller } = around
  await lockCompany(tx, caller.enterpriseId)
  const given = { name, codes: permCodes.join(','), addresses, expiresAt: endOf(moment, expiresOn) }
  const { id, token, prefix } = await make(tx, around, given)
  await note(tx, around, { verb: 'add', id, facts: { name, codes: given.codes, addresses, expiresOn } })
  const content = `${say({ name, prefix })}已创建，权限：${sayCodes(given.codes)}。${NOT_YOU}`
  await tell(tx, moment, { enterpriseId: caller.enterpriseId, title: '接口密钥已创建', content })
  return { id, token }
}

/** Makes a key that takes another's place, with the same rights; the other goes on for some hours, so that nothing stands still meanwhile. */
export async function rotateKey(
  tx: Tx,
  around: Around,
  { id, overlapHours }: { id: string; overlapHours: number },
): Promise<{ id: string; token: string }> {
  const { moment, caller } = around
  const { enterpriseId } = caller
  await lockCompany(tx, enterpriseId)
  const old = (await lockKey(tx, { enterpriseId, id })) ?? refuse('API_KEY_NOT_FOUND')
  if (stateOf(old, moment) !== 'ACTIVE') refuse('API_KEY_OVER')
  const { name, codes, addresses, expiresAt } = old
  const made = await make(tx, around, { name, codes, addresses, expiresAt })
  const overlap = addHours(moment.now, overlapHours)
  await setReplaced(tx, old, { by: made.id, until: expiresAt !== null && expiresAt < overlap ? expiresAt : overlap })
  await note(tx, around, { verb: 'rotate', id, facts: { name, overlapHours, to: made.id } })
  const content = `${say(old)}已更换为 ${made.prefix}…，旧密钥 ${overlapHours} 小时后失效。${NOT_YOU}`
  await tell(tx, moment, { enterpriseId, title: '接口密钥已更换', content })
  return { id: made.id, token: made.token }
}

/** Stops a key at once. One that is over already stays as it is. Refuses API_KEY_NOT_FOUND. */
async function stop(tx: Tx, moment: Moment, ref: KeyRef, by: { kind: 'member' | 'staff'; id: string }): Promise<Key> {
  const key = (await lockKey(tx, ref)) ?? refuse('API_KEY_NOT_FOUND')
  if (key.revokedAt === null) await setRevoked(tx, moment, ref, by)
  return key
}

export async function revokeKey(tx: Tx, around: Around, id: string): Promise<void> {
  const { moment, caller } = around
  const key = await stop(tx, moment, { enterpriseId: caller.enterpriseId, id }, { kind: 'member', id: caller.userId })
  await note(tx, around, { verb: 'revoke', id, facts: { name: key.name } })
}

/** The platform stops a company's key, and says so. */
export async function revokeByStaff(
  tx: Tx,
  moment: Moment,
  { enterpriseId, id, staffId, reason }: KeyRef & { staffId: string; reason: string },
): Promise<void> {
  const key = await stop(tx, moment, { enterpriseId, id }, { kind: 'staff', id: staffId })
  await tell(tx, moment, { enterpriseId, title: '接口密钥已被平台停用', content: `${say(key)}已停用：${reason}` })
}
