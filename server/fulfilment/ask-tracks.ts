import { refuse } from '../../contract/refusals.ts'
import type { Express, Sighting } from '../express/public.ts'
import { GatewayRefusal, GatewayUnclear } from '../gateway/public.ts'
import { type Db, inTransaction, type Tx } from '../platform/db.ts'
import type { Moment } from '../platform/moment.ts'
import type { SentParcel } from './parcels.ts'
import { ASK_EVERY_MINUTES, type Asking, claimAsking, findDue, noteSighting, stopAsking } from './tracks.ts'

/** A provider that fails so often in a row is left alone until the next run. */
const FAILURES_MAX = 3

type Answer = { answered: true; sighting: Sighting | undefined } | { answered: false; why: string }

/** Asks a carrier, outside of any transaction: it may take its time. */
async function ask(express: Express, asking: Asking): Promise<Answer> {
  try {
    return { answered: true, sighting: await express.ask(asking) }
  } catch (error) {
    if (!(error instanceof GatewayUnclear || error instanceof GatewayRefusal)) throw error
    return { answered: false, why: error.message }
  }
}

interface AskingRun {
  asked: number
  /** Why carriers could not be asked, in their words. */
  failures: string[]
}

/** Asks about every parcel that it is time for. Several nodes at once ask about each parcel once. */
export async function askDue({ db, express }: { db: Db; express: Express }, moment: Moment): Promise<AskingRun> {
  const run: AskingRun = { asked: 0, failures: [] }
  for (const parcel of await findDue(db, moment)) {
    if (run.failures.length >= FAILURES_MAX) break
    const asking = await inTransaction(db, (tx) => claimAsking(tx, moment, parcel))
    if (!asking) continue
    if (!express.knows(asking.carrier)) {
      await inTransaction(db, (tx) => stopAsking(tx, parcel))
      continue
    }
    const answer = await ask(express, asking)
    run.asked += 1
    if (!answer.answered) run.failures.push(answer.why)
    await inTransaction(db, (tx) => noteSighting(tx, moment, asking, answer.answered ? answer.sighting : undefined))
  }
  return run
}

/**
 * Asks about one parcel because somebody wants to know now. Refuses TRACK_NOT_ASKED where nobody can be asked, TRACK_TOO_SOON within half an
 * hour of the last question, TRACK_LATER where the carrier could not be asked.
 */
export async function askNow(
  { express, write, apart }: { express: Express; write: Transacting; apart: Transacting },
  moment: Moment,
  parcel: SentParcel,
): Promise<{ found: boolean }> {
  if (parcel.way.tanker || !express.knows(parcel.way.carrier ?? '')) refuse('TRACK_NOT_ASKED')
  const asking = await write((tx) => claimAsking(tx, moment, parcel))
  if (!asking) refuse('TRACK_TOO_SOON', { msg: `物流 ${ASK_EVERY_MINUTES} 分钟内只查询一次，请稍后再试` })
  const answer = await ask(express, asking)
  await apart((tx) => noteSighting(tx, moment, asking, answer.answered ? answer.sighting : undefined))
  if (!answer.answered) refuse('TRACK_LATER')
  return { found: answer.sighting !== undefined }
}

type Transacting = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
