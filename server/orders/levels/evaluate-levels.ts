import {
  computeLevelStatusAtEndOfDay,
  computeMissingAmountForNextLevel,
  formatLevelName,
  getLastDayOfKeptLevel,
  type LevelThresholds,
} from '#contract/orders/levels/level-status.ts'
import { levelScreenPaths } from '#contract/orders/levels/screens.ts'
import { createMessageTextWithValues, type MessageTextWithValues } from '#contract/people/messaging/message-texts/texts.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { readMemberLevelThresholdAmounts } from '#server/content/content/public.ts'
import { type NewMessage, sendMessages } from '#server/people/messaging/public.ts'
import { listActiveMembershipsByEnterprise, updateMemberLevelColumn } from '#server/people/organisation/public.ts'
import { type Db, extractSqlState, runInTransaction, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import {
  insertFirstLevelStatuses,
  insertLevelChange,
  type LevelStatusToEvaluate,
  listLevelStatusesToEvaluate,
  updateLevelStatusRows,
} from './level-statuses.ts'
import { listPastDaysToEvaluateLevels, lockDayForEvaluation, markDayEvaluated, recordPaidAmountsOfDay } from './paid-days.ts'

/** Enterprises per transaction. */
const CHUNK = 500
const NOBODY = '00000000-0000-0000-0000-000000000000'
const LOCK_NOT_AVAILABLE = '55P03'

/** An enterprise whose level changes on a day. */
interface Changed extends LevelStatusToEvaluate {
  before: LevelStatusToEvaluate['status']['level']
}

/** Builds the message about a change of level, with its reason and its consequences. */
function createLevelMessage(
  { before, status: { level, reachedOn }, paidFen }: Changed,
  thresholds: LevelThresholds,
): MessageTextWithValues {
  const facts = { level: formatLevelName(level), paid: `近 12 个月实付 ${formatMoney(paidFen)}` }
  if (level > before && level > 1)
    return createMessageTextWithValues('levelUp', { ...facts, until: getLastDayOfKeptLevel(reachedOn[level as 2 | 3 | 4] ?? '') })
  const next = computeMissingAmountForNextLevel(level, paidFen, thresholds)
  const missing = next ? `，再付 ${formatMoney(next.missingFen)} 可回到${formatLevelName(next.level)}` : ''
  return createMessageTextWithValues('levelDown', { ...facts, before: formatLevelName(before), missing })
}

/** Saves the new levels and sends messages to all members of these enterprises. */
async function moveLevels(tx: Tx, moment: Moment, changed: readonly Changed[], { day, thresholds }: LevelEvaluation): Promise<void> {
  if (changed.length === 0) return
  const memberships = await listActiveMembershipsByEnterprise(
    tx,
    changed.map(({ enterpriseId }) => enterpriseId),
  )
  const messages: NewMessage[] = []
  for (const one of changed) {
    const { enterpriseId, before, status, paidFen } = one
    await updateMemberLevelColumn(tx, enterpriseId, status.level)
    await insertLevelChange(tx, moment, { enterpriseId, day, from: before, to: status.level, paidFen })
    const userIds = (memberships.get(enterpriseId) ?? []).filter(({ acceptedAt }) => acceptedAt !== null).map(({ userId }) => userId)
    const target = { screen: levelScreenPaths[status.level], search: {} }
    messages.push({ enterpriseId, userIds, kind: 'system', says: createLevelMessage(one, thresholds), target })
  }
  await sendMessages(tx, moment, messages)
}

interface LevelEvaluation {
  day: string
  thresholds: LevelThresholds
}

/**
 * Evaluates the next enterprises for a day. Returns how many levels changed, and the last enterprise if there may be more; undefined: the
 * day is evaluated already.
 */
async function evaluateChunk(tx: Tx, moment: Moment, { after, ...evaluation }: LevelEvaluation & { after: string }) {
  const { day, thresholds } = evaluation
  if (!(await lockDayForEvaluation(tx, day))) return undefined
  const due = await listLevelStatusesToEvaluate(tx, { day, after, limit: CHUNK })
  const evaluated = due.map((one): Changed => {
    const status = computeLevelStatusAtEndOfDay(one.status, { day, paidFen: one.paidFen, thresholds })
    return { ...one, status, before: one.status.level }
  })
  if (evaluated.length > 0) await updateLevelStatusRows(tx, day, evaluated)
  const changed = evaluated.filter(({ before, status }) => status.level !== before)
  await moveLevels(tx, moment, changed, evaluation)
  if (due.length < CHUNK) await markDayEvaluated(tx, moment, day)
  return { last: due.length < CHUNK ? undefined : due.at(-1)?.enterpriseId, changed: changed.length }
}

async function evaluateDay(db: Db, moment: Moment, evaluation: LevelEvaluation): Promise<number> {
  let changed = 0
  for (let after = NOBODY; ; ) {
    const some = await runInTransaction(db, (tx) => evaluateChunk(tx, moment, { ...evaluation, after }))
    changed += some?.changed ?? 0
    if (some?.last === undefined) return changed
    after = some.last
  }
}

/**
 * Evaluates all enterprises for every past day that is not evaluated yet, day by day, so that a night without this job does not change the
 * result. The payments of a day are summed once, so repeating it is harmless. Of two concurrent runs, one waits for the other's chunk or
 * leaves the rest to it. Returns how many levels changed.
 */
export async function evaluateMemberLevelsForPastDays(db: Db, moment: Moment): Promise<number> {
  const thresholds = await readMemberLevelThresholdAmounts(db)
  let changed = 0
  try {
    for (const day of await listPastDaysToEvaluateLevels(db, moment)) {
      await runInTransaction(db, async (tx) => {
        const paid = await recordPaidAmountsOfDay(tx, moment, day)
        if (paid.length > 0) await insertFirstLevelStatuses(tx, paid, day)
      })
      changed += await evaluateDay(db, moment, { day, thresholds })
    }
  } catch (error) {
    if (extractSqlState(error) !== LOCK_NOT_AVAILABLE) throw error
  }
  return changed
}
