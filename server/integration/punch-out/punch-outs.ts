import { punchOutPermissionCodes } from '#contract/integration/integration/punch-out/shapes.ts'
import { hasPermission, type MemberPermissionCode } from '#contract/platform/core/permissions.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { addHours } from '#contract/platform/core/shanghai.ts'
import { findSeatInUse } from '#server/integration/punch-out/setup/seat.ts'
import { lockPunchOutSetup, type PunchOutSetupRecord } from '#server/integration/punch-out/setup/setup-store.ts'
import { addLinesToCartIndependently } from '#server/orders/cart/public.ts'
import { lockUser, readUserDetail } from '#server/people/identity/public.ts'
import { lockEnterpriseAndCheckActive } from '#server/people/organisation/public.ts'
import { createSession } from '#server/people/sessions/public.ts'
import { recordAudit } from '#server/platform/core/audit.ts'
import { type Db, runInTransaction, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import type { RequestOrigin } from '#server/platform/http/context.ts'
import { createPunchOutCode, parsePunchOutCode } from './codes.ts'
import { findPunchOutToEnter, insertPunchOut, markPunchOutEntered, type NewPunchOut, type PunchOutOperation } from './punch-out-store.ts'

/** How long the address that opens a visit is valid. The browser follows it at once. */
const START_HOURS = 0.25

/** What a visit may do at most. The sub-account's own permissions are the other limit. */
const CODES_OF_OPERATION: Record<PunchOutOperation, readonly MemberPermissionCode[]> = {
  create: punchOutPermissionCodes,
  edit: punchOutPermissionCodes,
  inspect: ['lookGoods'],
}

interface PunchOutStart extends Pick<NewPunchOut, 'operation' | 'returnUrl' | 'buyerCookie' | 'seller' | 'startPath'> {
  /** The lines of an earlier cart, which are put into the new one; a line that is no longer sold is left out. */
  lines?: readonly { skuId: string; goodsNum: number }[]
}

/** Prepares a visit, and returns the screen of the storefront that opens it, once: '/#/punch_out?code=…'. */
export async function startPunchOut(db: Db, moment: Moment, setup: PunchOutSetupRecord, start: PunchOutStart): Promise<string> {
  const { enterpriseId, protocol, userId } = setup
  const { code, hash } = createPunchOutCode(moment, enterpriseId)
  const { lines = [], ...visit } = start
  await runInTransaction(db, async (tx) => {
    const current = await lockPunchOutSetup(tx, enterpriseId)
    const isSame = current?.userId === userId && current.protocol === protocol && current.returnHosts.join() === setup.returnHosts.join()
    if (!current?.active || !isSame) refuse('PUNCH_OUT_LOGIN')
    const startUntil = addHours(moment.now, START_HOURS)
    const id = await insertPunchOut(tx, moment, { enterpriseId, protocol, userId, ...visit, startHash: hash, startUntil })
    if (lines.length > 0) await addLinesToCartIndependently(tx, moment, { owner: { enterpriseId, userId, punchOutId: id }, lines })
  })
  // After the hash: a browser does not send it, so the code is in no log of a proxy.
  return `/#/punch_out?code=${code}`
}

interface Entry {
  origin: RequestOrigin
  code: string
}

/**
 * Opens the visit of a code: a session as the sub-account that only fills a cart of its own. A code is valid once. Refuses PUNCH_OUT_OVER,
 * and ACCOUNT_DISABLED if the company, its setup or the sub-account is not in use any more.
 */
export async function enterPunchOut(tx: Tx, moment: Moment, { origin, code }: Entry) {
  const { enterpriseId, hash } = parsePunchOutCode(code) ?? refuse('PUNCH_OUT_OVER')
  const setup = await lockPunchOutSetup(tx, enterpriseId)
  const visit = (await findPunchOutToEnter(tx, moment, enterpriseId, hash)) ?? refuse('PUNCH_OUT_OVER')
  const { id, userId, operation, startPath } = visit
  await lockUser(tx, userId)
  if (!(await markPunchOutEntered(tx, moment, visit))) refuse('PUNCH_OUT_OVER')
  if (!(await lockEnterpriseAndCheckActive(tx, enterpriseId))) refuse('ACCOUNT_DISABLED')
  if (!setup?.active) refuse('ACCOUNT_DISABLED')
  if (setup.userId !== userId || setup.protocol !== visit.protocol) refuse('PUNCH_OUT_OVER')
  const { person, membership } = (await findSeatInUse(tx, visit)) ?? refuse('ACCOUNT_DISABLED')
  const permCode = CODES_OF_OPERATION[operation].filter((one) => hasPermission(membership, one)).join(',')
  const session = { userId, enterpriseId, accountType: membership.accountType, permCode, punchOutId: id }
  const token = await createSession(tx, moment, { membership: session, origin })
  await recordAudit(tx, moment, { origin, actor: { kind: 'member', id: userId, enterpriseId }, action: 'enter punch-out', objectId: id })
  return { token, ...(await readUserDetail(tx, person, { enterpriseId }, session)), startPath, punchOutId: id }
}
