// The only file that touches the table `limit_request`: limits that one person has named and another has to agree to.
import { takesTwo } from '../../contract/credit/limits.ts'
import type { Fen } from '../../contract/money.ts'
import { refuse } from '../../contract/refusals.ts'
import { dayOf } from '../../contract/shanghai.ts'
import type { Db, Tx } from '../platform/db.ts'
import type { Moment } from '../platform/moment.ts'
import { acrossEnterprises } from '../platform/tenant-guard.ts'
import { changeLimit, lockCredit } from './credit-accounts.ts'

/** A limit as somebody of the platform names it. `endDay`: of a temporary one. */
export interface NamedLimit {
  enterpriseId: string
  kind: 'base' | 'temp'
  limitFen: Fen
  endDay?: string
  reason: string
  staffId: string
}

/** Whether it lets a company owe more, or longer, than it may already. Letting it owe less never waits for anybody. */
async function raises(tx: Tx, { enterpriseId, kind, limitFen, endDay }: NamedLimit): Promise<boolean> {
  const now = await lockCredit(tx, enterpriseId)
  if (!now) return true
  if (kind === 'base') return limitFen > now.baseFen
  return limitFen > now.tempFen || (endDay ?? '') > (now.tempEndDay ?? '')
}

/** What waits of a kind is overtaken by the next word on it, so that nobody agrees to yesterday's. */
async function replaceWaiting(tx: Tx, moment: Moment, { enterpriseId, kind, staffId }: NamedLimit): Promise<void> {
  await tx
    .updateTable('limit_request')
    .set({ state: 'REPLACED', decided_by: staffId, decided_at: moment.now })
    .where('enterprise_id', '=', enterpriseId)
    .where('kind', '=', kind)
    .where('state', '=', 'WAIT')
    .execute()
}

/**
 * Names a limit: it is in force at once, or above the bound of one person waits for a second one. Says whether it is in force. The caller has
 * locked the company's row.
 */
export async function nameLimit(tx: Tx, moment: Moment, named: NamedLimit): Promise<boolean> {
  await replaceWaiting(tx, moment, named)
  const { enterpriseId, kind, limitFen, endDay, reason, staffId } = named
  if (!takesTwo(limitFen) || !(await raises(tx, named))) {
    await changeLimit(tx, moment, named)
    return true
  }
  await tx
    .insertInto('limit_request')
    .values({
      ...{ enterprise_id: enterpriseId, id: moment.newId(), kind, limit_fen: limitFen, temp_end_day: endDay ?? null, reason },
      ...{ state: 'WAIT', proposed_by: staffId, proposed_at: moment.now },
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

/** The second word. Who proposed may take it back, and never agrees to it himself. The caller has locked the company's row. */
export async function decideLimit(tx: Tx, moment: Moment, { enterpriseId, id, approve, staffId }: Decision): Promise<void> {
  const row = await tx
    .selectFrom('limit_request')
    .select(['kind', 'limit_fen', 'temp_end_day', 'reason', 'state', 'proposed_by'])
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) refuse('LIMIT_REQUEST_NOT_FOUND')
  if (row.state !== 'WAIT') refuse('FINANCE_REQUEST_DECIDED')
  if (approve) {
    if (row.proposed_by === staffId) refuse('SECOND_PERSON_NEEDED')
    const { kind, limit_fen: limitFen, temp_end_day: endDay, reason } = row
    if (endDay !== null && endDay < dayOf(moment.now)) refuse('DAY_PAST')
    if (!(await lockCredit(tx, enterpriseId)) && kind === 'temp') refuse('CREDIT_NOT_OPEN')
    await changeLimit(tx, moment, { enterpriseId, kind, limitFen, reason, staffId, ...(endDay === null ? {} : { endDay }) })
  }
  await tx
    .updateTable('limit_request')
    .set({ state: approve ? 'DONE' : 'REFUSED', decided_by: staffId, decided_at: moment.now })
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .execute()
}

/** Requests of all companies, the latest first, each with the limit of its kind as it stands. */
export async function listLimitRequests(
  db: Db,
  { state, limit, offset }: { state?: 'WAIT' | 'DONE' | 'REFUSED' | 'REPLACED' | undefined; limit: number; offset: number },
) {
  const all = acrossEnterprises(db, 'console').selectFrom('limit_request as r')
  const wanted = state === undefined ? all : all.where('r.state', '=', state)
  const rows = await wanted
    .leftJoin('credit_account as c', 'c.enterprise_id', 'r.enterprise_id')
    .selectAll('r')
    .select(['c.base_limit_fen', 'c.temp_limit_fen'])
    .orderBy('r.proposed_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  const { total } = await wanted.select(db.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}
