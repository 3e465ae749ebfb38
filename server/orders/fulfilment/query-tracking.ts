import { refuse } from '#contract/platform/core/refusals.ts'
import type { CarrierTracking, TrackingReport } from '#server/adapters/carrier-tracking/public.ts'
import { isGatewayError } from '#server/adapters/gateway/public.ts'
import { type Db, runInTransaction, type Tx } from '#server/platform/core/db.ts'
import { forEachCollectingErrors } from '#server/platform/core/isolated-batches.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import type { SentParcel } from './parcels.ts'
import {
  claimTrackingQuery,
  findParcelsDueForTracking,
  MIN_MINUTES_BETWEEN_TRACKING_QUERIES,
  replaceCarrierTrackingEntries,
  stopParcelTracking,
  type TrackingQuery,
} from './tracks.ts'

/** After this many failures in a row, a provider is not queried again in the same run. */
const FAILURES_MAX = 3

type Answer = { answered: true; sighting: TrackingReport | undefined } | { answered: false; why: string }

/** Queries a carrier. It runs outside of any transaction, because it may take long. */
async function queryCarrier(express: CarrierTracking, asking: TrackingQuery): Promise<Answer> {
  try {
    return { answered: true, sighting: await express.query(asking) }
  } catch (error) {
    if (!isGatewayError(error)) throw error
    return { answered: false, why: error.message }
  }
}

interface QueryRun {
  asked: number
  /** Error messages of the carriers. */
  failures: string[]
}

/** Queries all parcels that are due. If several nodes run it at once, each parcel is queried once. */
export async function queryDueTracking({ db, express }: { db: Db; express: CarrierTracking }, moment: Moment): Promise<QueryRun> {
  const failures: string[] = []
  const asked = await forEachCollectingErrors(await findParcelsDueForTracking(db, moment), async (parcel) => {
    if (failures.length >= FAILURES_MAX) return false
    const asking = await runInTransaction(db, (tx) => claimTrackingQuery(tx, moment, parcel))
    if (!asking) return false
    if (!express.supports(asking.carrier)) {
      await runInTransaction(db, (tx) => stopParcelTracking(tx, parcel))
      return false
    }
    const answer = await queryCarrier(express, asking)
    if (!answer.answered) failures.push(answer.why)
    await runInTransaction(db, (tx) => replaceCarrierTrackingEntries(tx, moment, asking, answer.answered ? answer.sighting : undefined))
    return true
  })
  return { asked, failures }
}

/**
 * Queries one parcel immediately. Refuses TRACK_NOT_ASKED if its carrier cannot be queried, TRACK_TOO_SOON within half an hour of the last
 * query, and TRACK_LATER if the query failed.
 */
export async function queryTrackingNow(
  { express, write, writeSeparately }: { express: CarrierTracking; write: Transacting; writeSeparately: Transacting },
  moment: Moment,
  parcel: SentParcel,
): Promise<{ found: boolean }> {
  if (parcel.way.tanker || !express.supports(parcel.way.carrier ?? '')) refuse('TRACK_NOT_ASKED')
  const asking = await write((tx) => claimTrackingQuery(tx, moment, parcel))
  if (!asking) refuse('TRACK_TOO_SOON', { msg: `物流 ${MIN_MINUTES_BETWEEN_TRACKING_QUERIES} 分钟内只查询一次，请稍后再试` })
  const answer = await queryCarrier(express, asking)
  await writeSeparately((tx) => replaceCarrierTrackingEntries(tx, moment, asking, answer.answered ? answer.sighting : undefined))
  if (!answer.answered) refuse('TRACK_LATER')
  return { found: answer.sighting !== undefined }
}

type Transacting = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
