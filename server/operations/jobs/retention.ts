import { sql } from 'kysely'
import { deleteOldGoodsBulkEdits } from '#server/catalog/goods-bulk/public.ts'
import { deleteOldGoodsImports } from '#server/catalog/goods-import/public.ts'
import { deleteUnstoredShopLicences, releasePicturesOfRejectedAndEndedLicences } from '#server/catalog/licences/public.ts'
import { deleteUnusedDocuments, deleteUnusedPictures } from '#server/catalog/pictures/public.ts'
import { deleteOldMissedSearches } from '#server/catalog/search-words/public.ts'
import { deleteMallCompanyPicturesUnusedForADay } from '#server/content/content/public.ts'
import { deleteOldPunchOuts } from '#server/integration/punch-out/public.ts'
import { deleteOldWebhookDeliveries } from '#server/integration/webhooks/public.ts'
import { deleteOldVisitorSketches } from '#server/operations/funnel/public.ts'
import { deleteOldProofRunsWithoutFindings } from '#server/operations/ledger-reports/public.ts'
import { deleteOldMovingInRowsAndUnapprovedRuns } from '#server/operations/moving-in/public.ts'
import { deleteOldClosedAccounts } from '#server/operations/personal-data/public.ts'
import { deleteIdleCarts } from '#server/orders/cart/public.ts'
import { deleteOldApiKeys } from '#server/people/api-keys/public.ts'
import { clearExpiredMailCodesAndContactsOfDisabledStaff } from '#server/people/channels/public.ts'
import { deleteOrphanFiles, type FileStore } from '#server/people/files/public.ts'
import { deleteExpiredCaptchas } from '#server/people/identity/public.ts'
import { deleteOldMessages } from '#server/people/messaging/public.ts'
import { deleteOldSessions } from '#server/people/sessions/public.ts'
import { deleteExpiredOneTimeTickets, deleteOldSmsCodesAndCounts } from '#server/people/sms/public.ts'
import { deleteOldStaffSessions } from '#server/people/staff/public.ts'
import { deleteOldStaffNotices } from '#server/people/staff-notices/public.ts'
import {
  deleteOldVerificationReadings,
  releaseDocumentsOfOldRejectedSubmissions,
  releaseVerificationDocumentsOfClosedEnterprises,
} from '#server/people/verification/public.ts'
import { deleteOldDailyCalls } from '#server/platform/core/daily-calls.ts'
import { type Db, runInTransaction, type Tx } from '#server/platform/core/db.ts'
import { deleteOldIdempotencyKeys } from '#server/platform/core/idempotency.ts'
import { forEachCollectingErrors } from '#server/platform/core/isolated-batches.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { dropOldOutboxMonths } from '#server/platform/core/outbox.ts'
import { DEFAULT_RETENTION_DAYS, type RetainedKind, type RetentionDays } from '#server/platform/core/retention-days.ts'
import { deleteEndedRateCounters, deleteOldRatePools } from '#server/platform/rate-limits/public.ts'

const makeRoom = (tx: Tx, moment: Moment) => sql`select ensure_partitions(${moment.now})`.execute(tx)

/** Each deletion runs in its own transaction, so that a failing one does not stop the others. */
const chores: readonly ((tx: Tx, moment: Moment) => Promise<unknown>)[] = [
  makeRoom,
  deleteExpiredCaptchas,
  deleteOldDailyCalls,
  deleteOldSmsCodesAndCounts,
  clearExpiredMailCodesAndContactsOfDisabledStaff,
  deleteEndedRateCounters,
  deleteOldRatePools,
  deleteExpiredOneTimeTickets,
  deleteMallCompanyPicturesUnusedForADay,
  deleteOldVisitorSketches,
]

/** The same for data that is kept for some days, by setting. */
const choresByDays: readonly (readonly [RetainedKind, (tx: Tx, moment: Moment, keptDays: number) => Promise<unknown>])[] = [
  ['idempotencyKeys', deleteOldIdempotencyKeys],
  ['sessions', deleteOldSessions],
  ['sessions', deleteOldStaffSessions],
  ['messages', deleteOldMessages],
  ['staffNotices', deleteOldStaffNotices],
  ['apiKeys', deleteOldApiKeys],
  ['deliveries', deleteOldWebhookDeliveries],
  ['punchOuts', deleteOldPunchOuts],
  ['proofRuns', deleteOldProofRunsWithoutFindings],
  ['events', dropOldOutboxMonths],
  ['missedSearches', deleteOldMissedSearches],
  ['closedAccounts', deleteOldClosedAccounts],
  ['readings', deleteOldVerificationReadings],
  ['carts', deleteIdleCarts],
]

/** Deletes data whose retention period is over, and creates the partitions of the next months. */
export async function deleteExpiredDataAndAddPartitions(
  db: Db,
  moment: Moment,
  files: FileStore,
  days: RetentionDays = DEFAULT_RETENTION_DAYS,
): Promise<void> {
  const short = [
    ...chores.map((chore) => () => runInTransaction(db, (tx) => chore(tx, moment))),
    ...choresByDays.map(
      ([kind, chore]) =>
        () =>
          runInTransaction(db, (tx) => chore(tx, moment, days[kind])),
    ),
  ]
  const long = [
    () => releaseDocumentsOfOldRejectedSubmissions(db, moment, days.papers),
    () => releaseVerificationDocumentsOfClosedEnterprises(db, moment, days.papers),
    () => releasePicturesOfRejectedAndEndedLicences(db, moment, { rejected: days.papers, ended: days.licencePictures }),
    () => deleteUnstoredShopLicences(db, moment, files),
    () => deleteOrphanFiles(db, moment, files),
    () => deleteUnusedPictures(db, moment, files),
    () => deleteUnusedDocuments(db, moment, files),
    () => deleteOldGoodsBulkEdits(db, moment, days.imports),
    () => deleteOldGoodsImports(db, moment, { files, keptDays: days.imports }),
    () => deleteOldMovingInRowsAndUnapprovedRuns(db, moment, days.imports),
  ]
  await forEachCollectingErrors([...short, ...long], async (chore) => {
    await chore()
    return true
  })
}
