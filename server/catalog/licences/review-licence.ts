import { licenceRejectReasons } from '#contract/catalog/licences/api.ts'
import type { LicenceReviewCase, LicenceReviewRow } from '#contract/catalog/licences/console-api.ts'
import { consoleLicenceEndpoints } from '#contract/catalog/licences/console-api.ts'
import { type LicenceVerb, licenceLifecycle } from '#contract/catalog/licences/licence-lifecycle.ts'
import { createMessageTextWithValues, type MessageTextWithValues } from '#contract/people/messaging/message-texts/texts.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { sendMessages } from '#server/people/messaging/public.ts'
import { attachEnterpriseNamesToRows, findMainUserId, lockEnterprise } from '#server/people/organisation/public.ts'
import { findLastStaffChange, listStaffNamesById, refuseNamingColleague } from '#server/people/staff/public.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { decryptSealedLicenceNumber } from './licence-number.ts'
import {
  findLicence,
  type LicenceRecord,
  type LicenceRef,
  listLicencesOfCompany,
  markApprovedLicenceReplaced,
  readSealedLicenceNumber,
  updateLicenceReviewColumns,
} from './licence-store.ts'
import { toCompanyLicenceOutput } from './submit-licence.ts'

interface Reviewing {
  moment: Moment
  staffId: string
}

const CLAIM_MS = 30 * 60_000
const UNCLAIMED = { claimedBy: null, claimedUntil: null }

/** Returns who has claimed a licence. An expired claim does not count. */
const getHolder = ({ claimedBy, claimedUntil }: LicenceRecord, { now }: Moment): string | null =>
  claimedUntil !== null && claimedUntil > now ? claimedBy : null

const { approve, reject } = consoleLicenceEndpoints
const changeTexts = { [approve.path]: '通过这张许可证', [reject.path]: '驳回这张许可证' }

/** Locks the enterprise and reads its licence, so that concurrent claims, decisions and submissions of this enterprise wait. */
async function hold(tx: Tx, { moment, staffId }: Reviewing, { enterpriseId, id }: LicenceRef): Promise<LicenceRecord> {
  await lockEnterprise(tx, enterpriseId)
  const row = (await findLicence(tx, { enterpriseId, id })) ?? refuse('LICENCE_NOT_FOUND')
  if (row.state !== 'pending') {
    const decided = row.state === 'withdrawn' ? undefined : await findLastStaffChange(tx, moment, { objectId: id, texts: changeTexts })
    await refuseNamingColleague(tx, moment, { reason: 'LICENCE_MOVED', change: decided })
  }
  const holder = getHolder(row, moment)
  if (holder !== null && holder !== staffId) refuse('CASE_TAKEN')
  return row
}

/** Does the same for a decision. Refuses CASE_NOT_CLAIMED if the reviewer does not hold the claim. */
async function holdMine(tx: Tx, reviewing: Reviewing, ref: LicenceRef): Promise<LicenceRecord> {
  const row = await hold(tx, reviewing, ref)
  if (getHolder(row, reviewing.moment) === null) refuse('CASE_NOT_CLAIMED')
  return row
}

/** Claims a licence for half an hour. Claiming one's own again extends it. Refuses LICENCE_NOT_FOUND, LICENCE_MOVED, CASE_TAKEN. */
export async function claimLicenceForReview(tx: Tx, reviewing: Reviewing, ref: LicenceRef): Promise<LicenceRecord> {
  const row = await hold(tx, reviewing, ref)
  const claim = { claimedBy: reviewing.staffId, claimedUntil: new Date(reviewing.moment.now.getTime() + CLAIM_MS) }
  await updateLicenceReviewColumns(tx, ref, claim)
  return { ...row, ...claim }
}

/** Releases a licence to the queue. Releasing an unclaimed one changes nothing. */
export async function releaseLicenceToReviewQueue(tx: Tx, reviewing: Reviewing, ref: LicenceRef): Promise<void> {
  await hold(tx, reviewing, ref)
  await updateLicenceReviewColumns(tx, ref, UNCLAIMED)
}

/** Notifies the person who submitted it, and the main account. */
async function sendDecision(tx: Tx, moment: Moment, { enterpriseId, userId }: LicenceRecord, says: MessageTextWithValues): Promise<void> {
  const main = await findMainUserId(tx, enterpriseId)
  const userIds = main === undefined ? [userId] : [userId, main]
  const target = { screen: '/licence' as const, search: {} }
  await sendMessages(tx, moment, [{ enterpriseId, userIds, kind: 'system', alert: 'review', says, target }])
}

const decide = (verb: LicenceVerb, { moment, staffId }: Reviewing) => ({
  state: licenceLifecycle.verbs[verb].to,
  reviewedBy: staffId,
  reviewedAt: moment.now,
  ...UNCLAIMED,
})

/**
 * Approves a licence that the reviewer has claimed. It replaces the former licence of its kind. Refuses like `claimLicenceForReview`,
 * CASE_NOT_CLAIMED, and LICENCE_ENDED if its last day is over.
 */
export async function approveLicence(tx: Tx, reviewing: Reviewing, ref: LicenceRef): Promise<void> {
  const { moment } = reviewing
  const row = await holdMine(tx, reviewing, ref)
  if (row.validUntil < toShanghaiDay(moment.now)) refuse('LICENCE_ENDED')
  await markApprovedLicenceReplaced(tx, row)
  await updateLicenceReviewColumns(tx, ref, decide('approve', reviewing))
  await sendDecision(tx, moment, row, createMessageTextWithValues('licenceApproved', { kind: row.kindName, validUntil: row.validUntil }))
}

/** Rejects a licence that the reviewer has claimed. Refuses like `claimLicenceForReview`, CASE_NOT_CLAIMED, and reasons that are not in the list. */
export async function rejectLicence(
  tx: Tx,
  reviewing: Reviewing,
  { reasons, opinion, ...ref }: LicenceRef & { reasons: readonly string[]; opinion: string },
): Promise<void> {
  const known: readonly string[] = licenceRejectReasons
  if (reasons.some((reason) => !known.includes(reason))) refuse('INVALID_INPUT', { field: 'reasons', msg: '请从列表中选择原因' })
  const row = await holdMine(tx, reviewing, ref)
  const chosen = known.filter((reason) => reasons.includes(reason))
  await updateLicenceReviewColumns(tx, ref, { ...decide('reject', reviewing), reasons: chosen, opinion: opinion || null })
  const reason = [...chosen, ...(opinion ? [opinion] : [])].join('；')
  await sendDecision(tx, reviewing.moment, row, createMessageTextWithValues('licenceRejected', { kind: row.kindName, reason }))
}

/** Describes licences for the console, with the names of companies and reviewers. */
export async function readLicenceRowOutputs(db: Db, moment: Moment, rows: readonly LicenceRecord[]): Promise<LicenceReviewRow[]> {
  const names = await listStaffNamesById(db)
  return (await attachEnterpriseNamesToRows(db, rows)).map(({ enterpriseName, ...row }) => {
    const holder = getHolder(row, moment)
    return {
      id: row.id,
      enterpriseId: row.enterpriseId,
      company: enterpriseName ?? '',
      kindId: row.kindId,
      kindName: row.kindName,
      state: row.state,
      licenceNo: row.numberMasked,
      validUntil: row.validUntil,
      submittedAt: row.submittedAt,
      expectedDay: row.expectedDay,
      claimedBy: holder === null ? null : (names.get(holder) ?? ''),
      claimedUntil: holder === null ? null : row.claimedUntil,
    }
  })
}

/** Describes a licence in clear text, for the reviewer who has claimed it. The audit trail has already recorded it. */
export async function readLicenceCaseOutput(
  db: Db,
  moment: Moment,
  { keys, row }: { keys: Keys; row: LicenceRecord },
): Promise<LicenceReviewCase> {
  const [described] = await readLicenceRowOutputs(db, moment, [row])
  if (!described) throw new Error('a licence without a description')
  return {
    ...described,
    plainNumber: decryptSealedLicenceNumber(keys, { id: row.id, sealed: await readSealedLicenceNumber(db, row) }),
    fileId: row.fileId,
    history: (await listLicencesOfCompany(db, row)).map(toCompanyLicenceOutput),
  }
}
