// The table `limit_request`: limits that one person has named and another has to agree to.
import { sql } from 'kysely'
import { creditLimitKinds } from '#contract/billing/finance/credit-api.ts'
import { creditLimitRequestLifecycle } from '#contract/money/credit/limit-request-lifecycle.ts'
import { computeUsedAndUsableCredit, isSecondPersonNeededForCreditLimit } from '#contract/money/credit/limits.ts'
import { formatMoney, sum, toYuan } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { findOverdueCreditBlock, type OverdueCreditBlock } from '#server/money/statements/public.ts'
import { listStaffNamesById, requireDecidableRequestAndGetNextState } from '#server/people/staff/public.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { fetchPageWithTotal, getSortDirectionByState, type RowSlice } from '#server/platform/core/paging.ts'
import { type LatestRowChange, requireRowVersion } from '#server/platform/core/row-version.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'
import { type CompanyGroup, lockCompanyGroup } from './company-groups/group-rows.ts'
import { notifyOfCompanyGroupLimit } from './company-groups/notify-main-account.ts'
import { requireBaseLimitNotShared, requireGroupLimitCoversUse } from './company-groups/shared-limits.ts'
import { applyCreditLimitChange, type CreditLimitChangeInput, lockAndReadCreditPosition } from './credit-accounts.ts'

/** A limit that a staff member sets. */
export interface CreditLimitProposalInput extends CreditLimitChangeInput {
  staffId: string
  /** The version of the company's limits that the person had seen. */
  rowVersion: number
}

/** How often a company's limits were set or proposed. This is the version that the next change must have seen. */
export async function countCreditLimitSetsAndProposals(db: Db, enterpriseId: string): Promise<number> {
  const changes = db.selectFrom('credit_limit_change').where('enterprise_id', '=', enterpriseId).select(sql<number>`count(*)`.as('count'))
  const requests = db.selectFrom('limit_request').where('enterprise_id', '=', enterpriseId).select(sql<number>`count(*)`.as('count'))
  const { version } = await db.selectNoFrom(sql<number>`(${changes}) + (${requests})`.as('version')).executeTakeFirstOrThrow()
  return version
}

/** The latest change or proposal of a company's limits, in force or not. */
async function findLatestWord(db: Db, enterpriseId: string): Promise<LatestRowChange | undefined> {
  const proposals = db
    .selectFrom('limit_request')
    .select(['id', 'kind', 'limit_fen', 'temp_end_day', 'proposed_by as staff_id', 'proposed_at as at'])
    .select(sql<boolean>`state = 'WAIT'`.as('waits'))
    .where('enterprise_id', '=', enterpriseId)
  const latest = await db
    .selectFrom('credit_limit_change')
    .select(['id', 'kind', 'limit_fen', 'temp_end_day', 'staff_id', 'at', sql<boolean>`false`.as('waits')])
    .where('enterprise_id', '=', enterpriseId)
    .unionAll(proposals)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!latest) return undefined
  const until = latest.temp_end_day === null ? '' : `，${latest.temp_end_day} 到期`
  const what = `${creditLimitKinds[latest.kind]} ${formatMoney(latest.limit_fen)}${until}${latest.waits ? '（待第二人确认）' : ''}`
  return { by: (await listStaffNamesById(db)).get(latest.staff_id ?? '') ?? null, at: latest.at, what }
}

/**
 * Whether a limit needs a second person. It does if the company may then owe more, or for longer, than now, and if it exceeds, together
 * with the other limit in force, what one person may grant, so that a large limit is not granted in two parts. A reduction never needs a
 * second person. `group`: the locked group whose limit it is.
 */
async function waitsForSecond(
  tx: Tx,
  moment: Moment,
  { enterpriseId, kind, limitFen, endDay }: CreditLimitProposalInput,
  group: CompanyGroup | undefined,
): Promise<boolean> {
  if (group) return limitFen > group.limitFen && isSecondPersonNeededForCreditLimit(limitFen)
  const now = await lockAndReadCreditPosition(tx, enterpriseId)
  if (!now) return isSecondPersonNeededForCreditLimit(limitFen)
  if (kind === 'base') {
    const { tempInForceFen } = computeUsedAndUsableCredit(now, toShanghaiDay(moment.now))
    return limitFen > now.baseFen && isSecondPersonNeededForCreditLimit(sum([limitFen, tempInForceFen]))
  }
  const raises = limitFen > now.tempFen || (endDay ?? '') > (now.tempEndDay ?? '')
  return raises && isSecondPersonNeededForCreditLimit(sum([limitFen, now.baseFen]))
}

/**
 * Finds the written-off claim of a company that is open while a limit would be opened or raised, in amount or time. The limit of a group opens
 * no credit: its shares do.
 */
export async function findClaimAgainstRaise(
  tx: Tx,
  moment: Moment,
  { enterpriseId, kind, limitFen, endDay }: CreditLimitChangeInput,
): Promise<OverdueCreditBlock | undefined> {
  if (kind === 'group') return undefined
  const block = await findOverdueCreditBlock(tx, moment, enterpriseId)
  if (block?.kind !== 'badDebt') return undefined
  const now = await lockAndReadCreditPosition(tx, enterpriseId)
  const raises =
    kind === 'base' ? limitFen > (now?.baseFen ?? 0) : limitFen > (now?.tempFen ?? 0) || (endDay ?? '') > (now?.tempEndDay ?? '')
  return raises && limitFen > 0 ? block : undefined
}

/** Refuses BAD_DEBT_OPEN with what is still claimed if `findClaimAgainstRaise` finds a claim. */
async function requireNoClaimForRaise(tx: Tx, moment: Moment, change: CreditLimitChangeInput): Promise<void> {
  const claim = await findClaimAgainstRaise(tx, moment, change)
  if (claim) refuse('BAD_DEBT_OPEN', { toRecover: toYuan(claim.amountFen) })
}

/**
 * Locks the group whose limit is set or decided; undefined: the limit is of another kind, or the group is gone. It is locked before its
 * requests and their version are read, because a company that joins changes both under that lock.
 */
const lockGroupOfLimit = async (
  tx: Tx,
  { enterpriseId, kind }: Pick<CreditLimitChangeInput, 'enterpriseId' | 'kind'>,
): Promise<CompanyGroup | undefined> => (kind === 'group' ? lockCompanyGroup(tx, enterpriseId) : undefined)

/**
 * Refuses a limit that cannot be set: LIMIT_IS_GROUP_SHARE, COMPANY_GROUP_NOT_FOUND, COMPANY_GROUP_LIMIT_SHARED, BAD_DEBT_OPEN. The caller
 * has locked the company's row, so it neither joins a group nor leaves one meanwhile, and the group whose limit it is.
 */
async function requireLimitMayBeSet(
  tx: Tx,
  moment: Moment,
  change: CreditLimitChangeInput,
  group: CompanyGroup | undefined,
): Promise<void> {
  if (change.kind === 'group') return requireGroupLimitCoversUse(tx, moment, group ?? refuse('COMPANY_GROUP_NOT_FOUND'), change.limitFen)
  if (change.kind === 'base') await requireBaseLimitNotShared(tx, change.enterpriseId)
  await requireNoClaimForRaise(tx, moment, change)
}

/** Replaces the waiting proposals of a kind, so that nobody approves an outdated one. `staffId`: who replaces them; null: a member's act does. */
export async function replaceWaitingLimitRequests(
  tx: Tx,
  moment: Moment,
  { enterpriseId, kind, staffId }: Pick<CreditLimitChangeInput, 'enterpriseId' | 'kind' | 'staffId'>,
): Promise<void> {
  await tx
    .updateTable('limit_request')
    .set({ state: 'REPLACED', decided_by: staffId, decided_at: moment.now })
    .where('enterprise_id', '=', enterpriseId)
    .where('kind', '=', kind)
    .where('state', '=', 'WAIT')
    .execute()
}

/**
 * Sets a limit: it is in force at once, or waits for a second person if it exceeds what one person may grant. Returns whether it is in
 * force. The caller has locked the company's row. Refuses ROW_CHANGED if somebody has set a limit meanwhile, and what
 * `requireLimitMayBeSet` refuses.
 */
export async function setCreditLimitOrRequestApproval(tx: Tx, moment: Moment, proposal: CreditLimitProposalInput): Promise<boolean> {
  const group = await lockGroupOfLimit(tx, proposal)
  const current = await countCreditLimitSetsAndProposals(tx, proposal.enterpriseId)
  await requireRowVersion({ seen: proposal.rowVersion, current }, () => findLatestWord(tx, proposal.enterpriseId))
  await replaceWaitingLimitRequests(tx, moment, proposal)
  await requireLimitMayBeSet(tx, moment, proposal, group)
  const { enterpriseId, kind, limitFen, endDay, reason, staffId } = proposal
  if (!(await waitsForSecond(tx, moment, proposal, group))) {
    await applyCreditLimitChange(tx, moment, proposal)
    if (group) await notifyOfCompanyGroupLimit(tx, moment, group, proposal.limitFen)
    return true
  }
  await tx
    .insertInto('limit_request')
    .values({
      enterprise_id: enterpriseId,
      id: moment.newId(),
      kind,
      limit_fen: limitFen,
      temp_end_day: endDay ?? null,
      reason,
      state: 'WAIT',
      proposed_by: staffId,
      proposed_at: moment.now,
    })
    .execute()
  return false
}

interface Decision {
  enterpriseId: string
  id: string
  approve: boolean
  staffId: string
}

/** Decides a proposal. Its author may withdraw it but never approve it. The caller has locked the company's row. */
export async function decideCreditLimitRequest(tx: Tx, moment: Moment, { enterpriseId, id, approve, staffId }: Decision): Promise<void> {
  const asked = tx.selectFrom('limit_request').where('enterprise_id', '=', enterpriseId).where('id', '=', id)
  const { kind } = (await asked.select('kind').executeTakeFirst()) ?? refuse('LIMIT_REQUEST_NOT_FOUND')
  const group = await lockGroupOfLimit(tx, { enterpriseId, kind })
  const row = await asked
    .select(['limit_fen', 'temp_end_day', 'reason', 'state', 'proposed_by', 'decided_by', 'decided_at'])
    .forUpdate()
    .executeTakeFirstOrThrow()
  const { verbs } = creditLimitRequestLifecycle
  const next = await requireDecidableRequestAndGetNextState(tx, moment, {
    verbs,
    request: row,
    approve,
    staffId,
    msg: '额度超过 100 万元，须由另一人确认',
  })
  if (approve) {
    const { limit_fen: limitFen, temp_end_day: endDay, reason } = row
    if (endDay !== null && endDay < toShanghaiDay(moment.now)) refuse('DAY_PAST')
    if (kind !== 'group' && !(await lockAndReadCreditPosition(tx, enterpriseId)) && kind === 'temp') refuse('CREDIT_NOT_OPEN')
    const given = { enterpriseId, kind, limitFen, reason, staffId, ...(endDay === null ? {} : { endDay }) }
    await requireLimitMayBeSet(tx, moment, given, group)
    await applyCreditLimitChange(tx, moment, given)
    if (group) await notifyOfCompanyGroupLimit(tx, moment, group, limitFen)
  }
  await tx
    .updateTable('limit_request')
    .set({ state: next, decided_by: staffId, decided_at: moment.now })
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .execute()
}

/** Lists the requests of all companies, the newest first (those that wait oldest first), each with the current limit of its kind. */
export async function listCreditLimitRequests(
  db: Db,
  { state, limit, offset }: { state?: 'WAIT' | 'DONE' | 'REFUSED' | 'REPLACED' | undefined } & RowSlice,
) {
  const all = withoutTenantGuard(db, 'console').selectFrom('limit_request as r')
  const wanted = state === undefined ? all : all.where('r.state', '=', state)
  const direction = getSortDirectionByState(state)
  const { rows, total } = await fetchPageWithTotal(
    wanted
      .leftJoin('credit_account as c', 'c.enterprise_id', 'r.enterprise_id')
      .leftJoin('company_group as g', 'g.enterprise_id', 'r.enterprise_id')
      .selectAll('r')
      .select(['c.base_limit_fen', 'c.temp_limit_fen', 'g.limit_fen as group_limit_fen'])
      .orderBy('r.proposed_at', direction)
      .orderBy('r.id', direction),
    wanted,
    { limit, offset },
  )
  return { rows, total }
}
