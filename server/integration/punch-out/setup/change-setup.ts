import type { punchOutSetupEndpoints } from '#contract/integration/integration/punch-out/api.ts'
import { punchOutPermissionCodes } from '#contract/integration/integration/punch-out/shapes.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { hasPermission } from '#contract/platform/core/permissions.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { addHours } from '#contract/platform/core/shanghai.ts'
import { expireWaitingPunchOuts } from '#server/integration/punch-out/punch-out-store.ts'
import { findSubAccount, lockMainAccount } from '#server/people/organisation/public.ts'
import { endPunchOutSessionsOfEnterprise } from '#server/people/sessions/public.ts'
import { recordAudit } from '#server/platform/core/audit.ts'
import type { Tx } from '#server/platform/core/db.ts'
import { sha256 } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { type Member, toAuditActor } from '#server/platform/http/caller.ts'
import type { RequestOrigin } from '#server/platform/http/context.ts'
import { requireAddress } from '#server/sites/address/public.ts'
import { requireProjectExists } from '#server/sites/projects/public.ts'
import { isAllowedReturnHost } from './return-url.ts'
import {
  findPunchOutSetup,
  insertPunchOutSetup,
  type PunchOutSetupInput,
  replacePunchOutSecret,
  updatePunchOutSetupActiveColumn,
  updatePunchOutSetupRow,
} from './setup-store.ts'

type GivenSetup = Omit<InputOf<typeof punchOutSetupEndpoints.save>, 'payPwd'>

export interface PunchOutSetupContext {
  moment: Moment
  origin: RequestOrigin
  caller: Member
  /** In the demo a cart may go back to this machine. */
  allowsLoopback: boolean
}

const SECRET_BYTES = 24
const USER_NAME_BYTES = 6

/** A secret with 192 random bits. Procurement systems keep passwords in fields of 40 characters, so it is shorter than an API key. */
function createSecret(moment: Moment): { secret: string; secretHash: Buffer } {
  const secret = moment.bytes(SECRET_BYTES).toString('base64url')
  return { secret, secretHash: sha256(secret) }
}

async function note(tx: Tx, { moment, origin, caller }: PunchOutSetupContext, action: string, facts: Record<string, unknown>) {
  const actor = toAuditActor(caller)
  await recordAudit(tx, moment, { origin, actor, action, objectKind: 'punchOut', objectId: caller.enterpriseId, facts })
}

/** Refuses a sub-account that is not in use, is a buyer of the parent or could not fill a cart, and an address or project of another company. */
async function requireUsable(tx: Tx, { caller, allowsLoopback }: PunchOutSetupContext, given: GivenSetup): Promise<PunchOutSetupInput> {
  const { enterpriseId } = caller
  const { subAccountId, ...input } = given
  const identities = [input.fromDomain, input.fromIdentity, input.senderDomain, input.senderIdentity]
  if (input.protocol === 'CXML' && identities.includes('')) refuse('PUNCH_OUT_IDENTITY')
  const foreign = input.returnHosts.find((host) => !isAllowedReturnHost(host, { allowsLoopback }))
  if (foreign !== undefined) refuse('PUNCH_OUT_HOST', { msg: `返回域名须为公网可访问的域名：${foreign}` })
  const seat = await findSubAccount(tx, enterpriseId, subAccountId)
  const usable = seat?.status === 1 && seat.acceptedAt !== null && seat.parent === null
  const mayFillCart = punchOutPermissionCodes.every((code) => seat && hasPermission(seat, code))
  if (!usable || !mayFillCart) refuse('PUNCH_OUT_SUB_ACCOUNT')
  if (input.addressId !== null) await requireAddress(tx, enterpriseId, input.addressId)
  if (input.projectId !== null) await requireProjectExists(tx, { enterpriseId, id: input.projectId }, { open: true })
  return { ...input, userId: seat.userId }
}

/** Ends the visits under way, and those that wait to be entered. */
async function endVisits(tx: Tx, moment: Moment, enterpriseId: string): Promise<void> {
  await expireWaitingPunchOuts(tx, moment, enterpriseId)
  await endPunchOutSessionsOfEnterprise(tx, moment, enterpriseId)
}

/**
 * Switches punch-out on or changes it. A new one gets a user name and a secret, which is returned only here; a change keeps both and
 * ends all visits.
 */
export async function savePunchOutSetup(
  tx: Tx,
  context: PunchOutSetupContext,
  given: GivenSetup,
): Promise<{ userName: string; secret: string | null }> {
  const { moment, caller } = context
  const { enterpriseId, userId } = caller
  await lockMainAccount(tx, enterpriseId)
  const input = await requireUsable(tx, context, given)
  const known = await findPunchOutSetup(tx, enterpriseId)
  const { protocol, returnHosts, onCredit } = input
  const facts = { protocol, returnHosts, onCredit, subAccount: input.userId }
  if (known) {
    await updatePunchOutSetupRow(tx, enterpriseId, input)
    await endVisits(tx, moment, enterpriseId)
    await note(tx, context, 'modify punch-out', facts)
    return { userName: known.userName, secret: null }
  }
  const { secret, secretHash } = createSecret(moment)
  const userName = `yf${moment.bytes(USER_NAME_BYTES).toString('hex')}`
  await insertPunchOutSetup(tx, moment, { enterpriseId, createdBy: userId, userName, secretHash, input })
  await note(tx, context, 'add punch-out', facts)
  return { userName, secret }
}

/**
 * Replaces the secret. The former one stays valid for some hours, so that the procurement system can be changed without an interruption; the
 * codes that wait to be entered do not. Refuses PUNCH_OUT_NOT_SET_UP.
 */
export async function rotatePunchOutSecret(
  tx: Tx,
  context: PunchOutSetupContext,
  overlapHours: number,
): Promise<{ userName: string; secret: string }> {
  const { moment, caller } = context
  await lockMainAccount(tx, caller.enterpriseId)
  const known = (await findPunchOutSetup(tx, caller.enterpriseId)) ?? refuse('PUNCH_OUT_NOT_SET_UP')
  const { secret, secretHash } = createSecret(moment)
  await replacePunchOutSecret(tx, known, { secretHash, until: addHours(moment.now, overlapHours) })
  await expireWaitingPunchOuts(tx, moment, caller.enterpriseId)
  await note(tx, context, 'rotate punch-out secret', { overlapHours })
  return { userName: known.userName, secret }
}

/** Switches punch-out off, which ends the visits under way, or on again. Refuses PUNCH_OUT_NOT_SET_UP. */
export async function setPunchOutActive(tx: Tx, context: PunchOutSetupContext, active: boolean): Promise<void> {
  const { moment, caller } = context
  await lockMainAccount(tx, caller.enterpriseId)
  if (!(await findPunchOutSetup(tx, caller.enterpriseId))) refuse('PUNCH_OUT_NOT_SET_UP')
  await updatePunchOutSetupActiveColumn(tx, caller.enterpriseId, active)
  if (!active) await endVisits(tx, moment, caller.enterpriseId)
  await note(tx, context, active ? 'resume punch-out' : 'pause punch-out', {})
}
