import type { EnterpriseLicence, EnterpriseLicenceKindStatus, licenceEndpoints } from '#contract/catalog/licences/api.ts'
import { licenceLifecycle } from '#contract/catalog/licences/licence-lifecycle.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { bindFile, unbindFilesOfObject } from '#server/people/files/public.ts'
import { lockEnterprise } from '#server/people/organisation/public.ts'
import { computeReviewDueDay } from '#server/people/verification/public.ts'
import { recordAudit } from '#server/platform/core/audit.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { type Member, toAuditActor } from '#server/platform/http/caller.ts'
import type { RequestOrigin } from '#server/platform/http/context.ts'
import { listLicenceKinds, lockExistingLicenceKindIds } from './kind-store.ts'
import { maskLicenceNumber, sealLicenceNumber } from './licence-number.ts'
import { computeLicenceStatus } from './licence-status.ts'
import {
  findLicence,
  formatLicenceFileOwnerKey,
  insertLicence,
  type LicenceRecord,
  listLatestLicencesByKindAndState,
  listLicencesOfCompany,
  updateLicenceReviewColumns,
} from './licence-store.ts'

/** Describes a licence for its own company. */
export const toCompanyLicenceOutput = (row: LicenceRecord): EnterpriseLicence => ({
  id: row.id,
  kindId: row.kindId,
  kindName: row.kindName,
  state: row.state,
  licenceNo: row.numberMasked,
  validUntil: row.validUntil,
  submittedAt: row.submittedAt,
  expectedDay: row.expectedDay,
  reviewedAt: row.reviewedAt,
  reasons: row.reasons,
  opinion: row.opinion,
})

/** Lists the kinds that a company may submit, each with its status and its submitted licences. */
export async function listCompanyLicenceKindsAndLicences(
  db: Db,
  moment: Pick<Moment, 'now'>,
  enterpriseId: string,
): Promise<{ kinds: EnterpriseLicenceKindStatus[]; licences: EnterpriseLicence[] }> {
  const kinds = (await listLicenceKinds(db)).filter(({ ofBuyer }) => ofBuyer)
  const held = await listLatestLicencesByKindAndState(db, { enterpriseId, kindIds: kinds.map(({ kindId }) => kindId) })
  const ofKind = Map.groupBy(held, ({ kindId }) => kindId)
  const today = toShanghaiDay(moment.now)
  return {
    kinds: kinds.map(({ kindId, name, note }) => {
      const own = ofKind.get(kindId) ?? []
      return { kindId, name, note, ...computeLicenceStatus(own, today), waiting: own.some(({ state }) => state === 'pending') }
    }),
    licences: (await listLicencesOfCompany(db, { enterpriseId })).map(toCompanyLicenceOutput),
  }
}

interface LicenceSubmission {
  keys: Keys
  caller: Member
  origin: RequestOrigin
  given: InputOf<typeof licenceEndpoints.submit>
}

/**
 * Submits a licence for review, with its picture. Refuses LICENCE_ENDED, LICENCE_KIND_NOT_FOUND, FILE_NOT_FOUND, and LICENCE_PENDING while
 * another licence of this kind waits for review.
 */
export async function submitLicence(
  tx: Tx,
  moment: Moment,
  { keys, caller, origin, given }: LicenceSubmission,
): Promise<{ id: string; expectedDay: string }> {
  const { enterpriseId, userId } = caller
  const { kindId, licenceNo, validUntil, fileId } = given
  if (validUntil < toShanghaiDay(moment.now)) refuse('LICENCE_ENDED', { field: 'validUntil' })
  await lockEnterprise(tx, enterpriseId)
  await lockExistingLicenceKindIds(tx, [kindId])
  const kind = (await listLicenceKinds(tx)).find((one) => one.kindId === kindId)
  if (!kind?.ofBuyer) refuse('LICENCE_KIND_NOT_FOUND', { field: 'kindId' })
  const id = moment.newId()
  const expectedDay = await computeReviewDueDay(tx, moment)
  await insertLicence(tx, moment, {
    enterpriseId,
    id,
    kindId,
    userId,
    sealed: sealLicenceNumber(keys, moment, { table: 'enterprise_licence', id, licenceNo }),
    numberMasked: maskLicenceNumber(licenceNo),
    validUntil,
    fileId,
    expectedDay,
  })
  await bindFile(tx, { enterpriseId, userId, fileId, purpose: 'tradeLicence', boundTo: formatLicenceFileOwnerKey(id) })
  const actor = toAuditActor(caller)
  const facts = { licence: kind.name }
  await recordAudit(tx, moment, { origin, actor, action: 'submit licence', objectKind: 'licence', objectId: id, facts })
  return { id, expectedDay }
}

/** Withdraws a licence that is not decided yet, and releases its picture. Refuses LICENCE_NOT_FOUND, LICENCE_MOVED. */
export async function withdrawLicence(tx: Tx, moment: Moment, { enterpriseId, id }: { enterpriseId: string; id: string }): Promise<void> {
  await lockEnterprise(tx, enterpriseId)
  const licence = (await findLicence(tx, { enterpriseId, id })) ?? refuse('LICENCE_NOT_FOUND')
  const { from, to } = licenceLifecycle.verbs.withdraw
  if (!from.includes(licence.state)) refuse('LICENCE_MOVED')
  await updateLicenceReviewColumns(tx, { enterpriseId, id }, { state: to, reviewedAt: moment.now, claimedBy: null, claimedUntil: null })
  await unbindFilesOfObject(tx, { enterpriseId, boundTo: formatLicenceFileOwnerKey(id) })
}
