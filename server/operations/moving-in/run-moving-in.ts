import { openingBalanceTransferKinds, type TransferKind } from '#contract/money/ledger/transfer-kinds.ts'
import { movingInLifecycle } from '#contract/operations/moving-in/moving-in-lifecycle.ts'
import type { MovingInFault, MovingInTotals } from '#contract/operations/moving-in/shapes.ts'
import { ZERO_FEN } from '#contract/platform/core/money.ts'
import { sumBaseAndTempLimits } from '#server/money/credit/public.ts'
import { sumTransfersByKind } from '#server/money/ledger/public.ts'
import { isDatabaseUnavailable } from '#server/platform/core/database-errors.ts'
import { type Db, runInSnapshot, runInTransaction } from '#server/platform/core/db.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import { type Clock, createMoment } from '#server/platform/core/moment.ts'
import { publishEvents } from '#server/platform/core/outbox.ts'
import {
  computeTimeSliceEnd,
  hashTrialWrites,
  type ProgressRecordReason,
  workUntilTimeSliceEnds,
  writeItemsIsolatingRefusals,
  writeItemsRetryingChangedMeanwhile,
} from '#server/platform/core/time-slice.ts'
import {
  countMovingInCompaniesByResult,
  listMovedInCompanyIds,
  markMovingInCompaniesRefused,
  readNextWaitingMovingInCompanies,
  type StoredMovingInCompany,
  saveMovingInTrialResults,
  streamMovingInTrialHashes,
  sumAmountsOfMovingInTrial,
} from './company-store.ts'
import { moveCompanyIntoMallOnce } from './move-company.ts'
import {
  findMovingInRun,
  lockMovingInIfInState,
  type MovingInRecord,
  shareLockMovingInIfInState,
  updateMovingInRow,
} from './moving-in-store.ts'
import type { MovingInCompanyPlan } from './plan/company-plan.ts'
import { readExistingMallDataForMovingIn } from './plan/facts.ts'
import { planMovingInCompany } from './plan/plan-company.ts'
import { movingInSheets } from './sheets/definitions.ts'

/** How many companies are read together. Their plans are in memory. */
const READ_TOGETHER = 100

interface Around {
  db: Db
  clock: Clock
  keys: Keys
  log: { error: (facts: object, text: string) => void }
}

/** Plans companies against the current data of the mall, in one snapshot. */
async function planCompanies(
  { db, clock, keys }: Around,
  run: MovingInRecord,
  companies: readonly StoredMovingInCompany[],
): Promise<MovingInCompanyPlan[]> {
  const around = { keys, moment: createMoment(clock()), staffId: run.staffId }
  const rows = companies.map(({ packed }) => packed)
  const facts = await runInSnapshot(db, (snapshot) => readExistingMallDataForMovingIn(snapshot, around, rows))
  return companies.map((company) => planMovingInCompany(company, facts))
}

/** Tries the next companies. Returns the last of them; undefined: none are left. */
async function tryNext(around: Around, run: MovingInRecord, after: number): Promise<number | undefined> {
  const { db, keys } = around
  const companies = await readNextWaitingMovingInCompanies(db, { keys, id: run.id, waiting: 'untried', after, limit: READ_TOGETHER })
  if (companies.length === 0) return undefined
  const plans = await planCompanies(around, run, companies)
  const written = await runInTransaction(db, async (tx) => {
    if (!(await shareLockMovingInIfInState(tx, run.id, 'trying'))) return false
    await saveMovingInTrialResults(tx, run.id, plans)
    return true
  })
  return written ? plans.at(-1)?.no : undefined
}

const CHANGED = '试算之后商城的资料或日期有变动，请重新上传并试算'
/** Why a run stopped at a company. */
const formatStop = ({ packed: { code, rows } }: StoredMovingInCompany): string =>
  `迁入“${(rows.companies[0]?.cells.name ?? '').slice(0, 40) || code.slice(0, 40)}”时系统出错，这家企业没有写入。可以继续迁入；再次出错请联系技术人员`

/** A problem of a company as a whole, at its row. */
const asFault = ({ packed: { code, rows } }: StoredMovingInCompany, reason: string): MovingInFault[] => [
  { sheet: movingInSheets.companies.name, row: rows.companies[0]?.row ?? 1, column: '', value: code.slice(0, 40), reason },
]

/** Why a company is not moved in; undefined: it is unchanged since the trial. */
function findRefusal(company: StoredMovingInCompany, plan: MovingInCompanyPlan): MovingInFault[] | undefined {
  if (plan.content && company.seen?.equals(plan.seen)) return undefined
  return plan.faults.length > 0 ? plan.faults : asFault(company, CHANGED)
}

/** Stops a run at a company that could not be written for an unexpected reason, unless it was stopped meanwhile. */
async function stopAfterError({ db }: Around, { id, companyCount }: MovingInRecord, company: StoredMovingInCompany): Promise<void> {
  await runInTransaction(db, async (tx) => {
    if (!(await lockMovingInIfInState(tx, id, 'applying'))) return
    const { counts, due } = await countMovingInCompaniesByResult(tx, id)
    const { to } = movingInLifecycle.verbs.fail
    await updateMovingInRow(tx, id, { state: to, note: formatStop(company), counts, doneCount: companyCount - due })
  })
}

interface Attempt {
  company: StoredMovingInCompany
  plan: MovingInCompanyPlan
  approvedBy: string
  /** Whether a refusal is final. */
  last: boolean
}

/**
 * Moves one company in completely, or records why not. 'overtaken': somebody else has taken one of its names or codes since it was planned,
 * and nothing is recorded; 'stopped': the run was stopped. An error that is not a refusal of the company stops the run, because its cause
 * may be gone when somebody resumes it.
 */
async function moveOne(
  around: Around,
  run: MovingInRecord,
  { company, plan, approvedBy, last }: Attempt,
): Promise<'through' | 'overtaken' | 'stopped'> {
  const { db, clock, keys, log } = around
  const { id, fileName } = run
  const refusal = findRefusal(company, plan)
  const moment = createMoment(clock())
  let overtaken = false
  const on = await writeItemsIsolatingRefusals(db, [plan], {
    hold: (tx) => shareLockMovingInIfInState(tx, id, 'applying'),
    write: async (tx) => {
      const { no, companyId, content } = plan
      if (refusal || !content) return markMovingInCompaniesRefused(tx, id, [{ no, faults: refusal ?? plan.faults }])
      await moveCompanyIntoMallOnce(tx, moment, {
        keys,
        run: { id, fileName, staffId: approvedBy },
        moving: { no, companyId, content },
      })
    },
    refuse: async (tx, _, reason) => {
      if (last) await markMovingInCompaniesRefused(tx, id, [{ no: plan.no, faults: asFault(company, reason) }])
      else overtaken = true
    },
  }).catch(async (error: unknown) => {
    if (isDatabaseUnavailable(error)) throw error
    log.error({ err: error, movingInId: id, no: plan.no }, 'a company was not moved in')
    await stopAfterError(around, run, company)
    return false
  })
  if (!on) return 'stopped'
  return overtaken ? 'overtaken' : 'through'
}

/** Moves in the next companies, each in its own transaction. Returns the last; undefined: none are left, or the run was stopped. */
async function moveNext(around: Around, run: MovingInRecord, after: number): Promise<number | undefined> {
  const { db, keys } = around
  const { id, approvedBy } = run
  const companies = await readNextWaitingMovingInCompanies(db, { keys, id, waiting: 'due', after, limit: READ_TOGETHER })
  if (companies.length === 0 || approvedBy === null) return undefined
  const on = await writeItemsRetryingChangedMeanwhile(companies, async (open, last) => {
    const overtaken: StoredMovingInCompany[] = []
    const plans = await planCompanies(around, run, open)
    for (const [at, company] of open.entries()) {
      const plan = plans[at]
      if (!plan) throw new Error('a company without a plan')
      const end = await moveOne(around, run, { company, plan, approvedBy, last })
      if (end === 'stopped') return undefined
      if (end === 'overtaken') overtaken.push(company)
    }
    return overtaken
  })
  return on ? companies.at(-1)?.no : undefined
}

/** The ledger balances and limits of the moved companies, as proof that they equal the trial. */
async function readMoved(db: Db, id: string): Promise<MovingInTotals> {
  const enterpriseIds = await listMovedInCompanyIds(db, id)
  const booked = await sumTransfersByKind(db, { enterpriseIds, kinds: openingBalanceTransferKinds })
  const of = (kind: TransferKind) => booked.get(kind) ?? ZERO_FEN
  return {
    companies: enterpriseIds.length,
    wallet: of('openWallet'),
    statements: of('openStatement'),
    drawdowns: of('openDraw'),
    interest: of('openInterest'),
    limits: await sumBaseAndTempLimits(db, enterpriseIds),
  }
}

/** Records the progress of a run. The end is a step of its lifecycle. At the end of a time slice it schedules the rest. */
async function recordProgress(
  { db, clock }: Around,
  { id, state, companyCount }: MovingInRecord,
  end: ProgressRecordReason,
): Promise<void> {
  const moment = createMoment(clock())
  const { counts, tried, due } = await countMovingInCompaniesByResult(db, id)
  const doneCount = state === 'trying' ? tried : companyCount - due
  const isTried = end === 'complete' && state === 'trying'
  const trial = isTried
    ? { triedHash: await hashTrialWrites(id, streamMovingInTrialHashes(db, id)), totals: await sumAmountsOfMovingInTrial(db, id) }
    : undefined
  const moved = end === 'complete' && state === 'applying' ? await readMoved(db, id) : undefined
  await runInTransaction(db, async (tx) => {
    if (!(await lockMovingInIfInState(tx, id, state))) return updateMovingInRow(tx, id, { counts })
    await updateMovingInRow(tx, id, {
      counts,
      doneCount,
      ...(trial && { ...trial, state: 'tried' }),
      ...(moved && { moved, state: 'done', endedAt: moment.now }),
    })
    if (end === 'slice') await publishEvents(tx, moment, [{ topic: 'moving-in.due', payload: { movingInId: id } }])
  })
}

/**
 * Works on a run for some seconds: tries its next companies, or moves them in, and schedules the rest. It may run twice at once or be
 * killed at any point: trial results are kept, and a company is moved in once.
 */
export async function runMovingInForTimeSlice(around: Around, movingInId: string): Promise<void> {
  const run = await findMovingInRun(around.db, movingInId)
  if (run?.state !== 'trying' && run?.state !== 'applying') return
  const step = run.state === 'trying' ? tryNext : moveNext
  await workUntilTimeSliceEnds(computeTimeSliceEnd(), {
    step: (after) => step(around, run, after),
    record: (end) => recordProgress(around, run, end),
  })
}
