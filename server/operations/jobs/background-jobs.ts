import { type JobHelpers, makeWorkerUtils, type TaskList } from 'graphile-worker'
import type { Logger as Log } from 'pino'
import type { CarrierTracking } from '#server/adapters/carrier-tracking/public.ts'
import type { InvoiceProvider } from '#server/adapters/e-invoice/public.ts'
import type { ESignatureService } from '#server/adapters/e-signature/public.ts'
import type { PaymentGatewaysByChannel } from '#server/adapters/gateway/public.ts'
import type { MailService } from '#server/adapters/mail/public.ts'
import type { WechatAccount } from '#server/adapters/wechat-account/public.ts'
import type { WecomRobot } from '#server/adapters/wecom-robot/public.ts'
import { notifyStaffOfUnconfirmedBankLines } from '#server/billing/bank/public.ts'
import { closeExpiredTransfersWithoutTrade } from '#server/billing/bank-transfers/public.ts'
import { openAndCloseCollectionTasks } from '#server/billing/collections/public.ts'
import { closeChargeOfClosedPayment, processRefundIfDue } from '#server/billing/incoming-payments/public.ts'
import { processInvoiceIssuance, reduceInterestInvoices } from '#server/billing/invoices/public.ts'
import { createJournalEntriesOfMissingDays } from '#server/billing/journal/public.ts'
import { computeMarginTotalsOfJournalDays } from '#server/billing/margins/public.ts'
import {
  closeMonthsAndChargeInterest,
  endCoverOfUnpaidAcceptanceBills,
  runAutopay,
  runMonthlyProvisions,
  sendDueReminders,
  sendNoticesOfNewStatements,
  sendTempLimitExpiryReminders,
} from '#server/billing/receivables/public.ts'
import { advanceDueSignings, advanceSigning, voidSigningsOfChangedDocuments } from '#server/billing/signings/public.ts'
import { sendCouponExpiryReminders } from '#server/catalog/coupons/public.ts'
import { sendBackInStockMessages } from '#server/catalog/favourites/public.ts'
import {
  refreshSearchAfterAttributeChange,
  refreshSearchAfterBrandOrModelChange,
  refreshSearchAfterCategoryChange,
  refreshSearchAfterStockChange,
  rewriteOutdatedGoodsSearchWords,
} from '#server/catalog/goods/public.ts'
import { runGoodsBulkEditForTimeSlice } from '#server/catalog/goods-bulk/public.ts'
import { publishAllDueDrafts } from '#server/catalog/goods-editing/public.ts'
import { runGoodsImportForTimeSlice } from '#server/catalog/goods-import/public.ts'
import { recordMissingStockOuts } from '#server/catalog/inventory/public.ts'
import { endExpiredLicencesAndSendReminders } from '#server/catalog/licences/public.ts'
import { assignNumbersToAllWaitingChanges } from '#server/integration/change-feed/public.ts'
import { sendDueWebhookDeliveries, type WebhookSender } from '#server/integration/webhooks/public.ts'
import { findSealRootOfLastFinishedDay, sealUnsealedMoneyRows } from '#server/money/ledger-seals/public.ts'
import { forwardStaffNotices, sendAlerts, sendMailIfStillWanted, sendWechatMessageIfStillWanted } from '#server/operations/alerts/public.ts'
import { notifyStaffOfYesterday } from '#server/operations/daily-digest/public.ts'
import { runLedgerProof, runNightlyLedgerProof } from '#server/operations/ledger-reports/public.ts'
import { runMovingInForTimeSlice } from '#server/operations/moving-in/public.ts'
import { notifyStaffOfLowStock } from '#server/operations/reporting/public.ts'
import { computeSalesTotalsOfUnclosedDays } from '#server/operations/reports/public.ts'
import { applyDueSensitiveChanges } from '#server/operations/sensitive-changes/public.ts'
import { notifyStaffOfEndingBatches } from '#server/orders/batches/public.ts'
import { queryDueTracking } from '#server/orders/fulfilment/public.ts'
import { evaluateMemberLevelsForPastDays } from '#server/orders/levels/public.ts'
import { sendReminderOfOffersEndingTomorrow } from '#server/orders/quotations/public.ts'
import type { FileStore } from '#server/people/files/public.ts'
import { notifyScreensOfStartedAnnouncements } from '#server/people/messaging/public.ts'
import { type SmsGateway, unsealSms } from '#server/people/sms/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import { forEachCollectingErrors } from '#server/platform/core/isolated-batches.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import { type Clock, createMoment } from '#server/platform/core/moment.ts'
import type { OutboxTopic, OutboxTopics } from '#server/platform/core/outbox.ts'
import type { JobsStatus } from '#server/platform/core/process-status.ts'
import { DEFAULT_RETENTION_DAYS, type RetentionDays } from '#server/platform/core/retention-days.ts'
import { runRepeatedly } from '#server/platform/core/run-repeatedly.ts'
import type { Tracer } from '#server/platform/core/tracing.ts'
import { applyOrderReturnAndOfferDeadlines } from './deadlines.ts'
import { createInvoiceTasks } from './invoice-tasks.ts'
import { startJobRunner } from './job-runner.ts'
import { relayOutboxBatch } from './outbox-relay.ts'
import { createPaymentAndRefundTasks } from './payment-tasks.ts'
import { createJobQueueLogger, openJobQueuePool } from './queue-pool.ts'
import { wrapTasksWithTracing } from './queue-run.ts'
import { deleteExpiredDataAndAddPartitions } from './retention.ts'
import { wrapScheduledTasksToRecordRuns } from './schedule/job-runs.ts'
import { timetableCronItems } from './schedule/next-runs.ts'
import type { LabelledTopic } from './schedule/task-labels.ts'

type Listeners = { [T in LabelledTopic]: (context: Around, payload: OutboxTopics[T]) => Promise<void> }

type Around = Pick<
  BackgroundJobsOptions,
  | 'db'
  | 'clock'
  | 'keys'
  | 'sms'
  | 'mail'
  | 'robot'
  | 'wechatAccount'
  | 'files'
  | 'gateways'
  | 'express'
  | 'publicUrl'
  | 'log'
  | 'eInvoice'
  | 'eSignature'
  | 'hooks'
  | 'retentionDays'
>

/** The listeners of each outbox topic. Each has a name in the console. */
const listeners: Listeners = {
  'stock.changed': async ({ db, clock }, payload) => {
    await refreshSearchAfterStockChange(db, payload)
    await sendBackInStockMessages(db, createMoment(clock()), payload)
  },
  'category.changed': ({ db }, payload) => refreshSearchAfterCategoryChange(db, payload),
  'choices.changed': ({ db }, payload) => refreshSearchAfterAttributeChange(db, payload),
  'hardness.changed': ({ db }, payload) => refreshSearchAfterAttributeChange(db, payload),
  'search-texts.changed': ({ db }, payload) => refreshSearchAfterBrandOrModelChange(db, payload),
  'alert.made': (context, payload) => sendAlerts(context, createMoment(context.clock()), payload),
  'notice.made': (context, payload) => forwardStaffNotices(context, createMoment(context.clock()), payload),
  'mail.send': (context, { sealed }) => sendMailIfStillWanted(context, createMoment(context.clock()), sealed),
  'sms.send': ({ clock, keys, sms }, { sealed }) => sms.send(createMoment(clock()), unsealSms(keys, sealed)),
  'wechat.send': (context, message) => sendWechatMessageIfStillWanted(context, createMoment(context.clock()), message),
  'robot.send': async ({ robot }, { text }) => robot?.send(text),
  'payment.closed': (context, ref) => closeChargeOfClosedPayment(context, createMoment(context.clock()), ref),
  'goods-bulk.due': (context, { bulkId }) => runGoodsBulkEditForTimeSlice(context, bulkId),
  'goods-import.due': (context, { importId }) => runGoodsImportForTimeSlice(context, importId),
  'moving-in.due': (context, { movingInId }) => runMovingInForTimeSlice(context, movingInId),
  'proof.asked': ({ db, clock }, { runId }) => runLedgerProof(db, createMoment(clock()), runId),
  'invoice.asked': (context, { issueId }) => processInvoiceIssuance(context, createMoment(context.clock()), issueId),
  'signing.asked': (context, { enterpriseId, signingId: id }) =>
    advanceSigning(context, createMoment(context.clock()), { enterpriseId, id }).then(() => {}),
  'document.changed': (context, changed) => voidSigningsOfChangedDocuments(context, createMoment(context.clock()), changed),
  'refund.made': (context, { refundId }) => processRefundIfDue(context, createMoment(context.clock()), refundId),
}

/** What asks the providers of payments, of invoices and of signatures. */
const createProviderTasks = (context: Around): TaskList => ({
  ...createPaymentAndRefundTasks(context),
  ...createInvoiceTasks(context),
  signings: async () => void (await advanceDueSignings(context, () => createMoment(context.clock()))),
})

/** What people are told in the morning and twice more a day. */
const reminders = [
  sendDueReminders,
  sendNoticesOfNewStatements,
  sendTempLimitExpiryReminders,
  sendCouponExpiryReminders,
  sendReminderOfOffersEndingTomorrow,
  endExpiredLicencesAndSendReminders,
]

/** Rows of money and of the audit log are sealed twice a minute, so that each is sealed within a minute. */
const SEALED_AGAIN_MS = 30_000
function tasksOf(context: Around): TaskList {
  const { db, clock, files, log, retentionDays } = context
  const sealRows = async () => void (await sealUnsealedMoneyRows(db, createMoment(clock())))
  const listening = Object.entries(listeners).map(([topic, listen]) => [
    topic,
    (payload: unknown) => (listen as (context: Around, payload: unknown) => Promise<void>)(context, payload),
  ])
  return {
    ...Object.fromEntries(listening),
    ...createProviderTasks(context),
    announcements: async () => void (await notifyScreensOfStartedAnnouncements(db, createMoment(clock()))),
    goodsPublishing: async () => void (await publishAllDueDrafts(db, createMoment(clock()))),
    deadlines: async () => void (await applyOrderReturnAndOfferDeadlines(db, createMoment(clock()))),
    staleTransfers: async () => void (await closeExpiredTransfersWithoutTrade(db, createMoment(clock()))),
    dueChanges: async () => void (await applyDueSensitiveChanges(context, createMoment(clock()))),
    ledgerSeals: async (_: unknown, { addJob }: JobHelpers) => {
      // Scheduled first, so that a failure does not cost the next run.
      const runAt = new Date(clock().getTime() + SEALED_AGAIN_MS)
      await addJob('ledgerSealsAgain', {}, { runAt, jobKey: 'ledgerSealsAgain', maxAttempts: 1 })
      await sealRows()
    },
    ledgerSealsAgain: sealRows,
    tracks: async () => {
      const { failures } = await queryDueTracking(context, createMoment(clock()))
      if (failures.length > 0) log.warn({ failures }, 'carriers could not be asked')
    },
    searchWords: async () => void (await rewriteOutdatedGoodsSearchWords(db)),
    proof: async () => {
      const seal = (await runNightlyLedgerProof(db, createMoment(clock()))) ? await findSealRootOfLastFinishedDay(db) : undefined
      // The log keeps it outside of the database.
      if (seal) log.info({ day: seal.day, root: seal.root.toString('hex') }, 'root of the seals')
    },
    housekeeping: () => deleteExpiredDataAndAddPartitions(db, createMoment(clock()), files, retentionDays),
    statements: async () =>
      void (await forEachCollectingErrors(
        [
          async () => (await closeMonthsAndChargeInterest(db, createMoment(clock()))).companies,
          () => endCoverOfUnpaidAcceptanceBills(db, createMoment(clock())),
        ],
        (pass) => pass(),
      )),
    collections: async () => void (await openAndCloseCollectionTasks(db, createMoment(clock()))),
    levels: async () => void (await evaluateMemberLevelsForPastDays(db, createMoment(clock()))),
    journal: async () => {
      for (const make of [createJournalEntriesOfMissingDays, reduceInterestInvoices, computeMarginTotalsOfJournalDays])
        await make(db, createMoment(clock()))
    },
    stockOuts: async () => void (await recordMissingStockOuts(db, createMoment(clock()))),
    salesTotals: async () => void (await computeSalesTotalsOfUnclosedDays(db, createMoment(clock()))),
    typedLines: async () => void (await notifyStaffOfUnconfirmedBankLines(db, createMoment(clock()))),
    endingBatches: async () => void (await notifyStaffOfEndingBatches(db, createMoment(clock()))),
    lowStock: async () => void (await notifyStaffOfLowStock(db, createMoment(clock()))),
    dailyDigest: async () => void (await notifyStaffOfYesterday(db, createMoment(clock()))),
    provisions: async () => void (await runMonthlyProvisions(db, createMoment(clock()))),
    autopay: async () => void (await runAutopay(db, createMoment(clock()))),
    reminders: async () => void (await forEachCollectingErrors(reminders, (sendReminders) => sendReminders(db, createMoment(clock())))),
  }
}

export interface BackgroundJobs {
  status(): JobsStatus
  stop(): Promise<void>
}

export interface BackgroundJobsOptions {
  /** mall_owner owns the tables of the job queue. The tasks themselves use the server's connection. */
  ownerUrl: string
  db: Db
  clock: Clock
  log: Log
  keys: Keys
  sms: SmsGateway
  /** undefined: no mails can be sent, and those that wait fail. */
  mail: MailService | undefined
  /** undefined: there is no group. */
  robot: WecomRobot | undefined
  /** undefined: no messages go to WeChat, and those that wait fail. */
  wechatAccount: WechatAccount | undefined
  files: FileStore
  gateways: PaymentGatewaysByChannel
  express: CarrierTracking
  publicUrl: string
  eInvoice: InvoiceProvider | undefined
  eSignature: ESignatureService | undefined
  hooks: WebhookSender
  /** Default: the days of the settings' defaults. */
  retentionDays?: RetentionDays
  /** undefined: jobs are not traced. */
  tracer?: Tracer | undefined
}

/** Runs the job queue and the outbox relay. Several nodes can run it at once: each job runs on one of them. */
export async function startBackgroundJobs({ ownerUrl, tracer, ...context }: BackgroundJobsOptions): Promise<BackgroundJobs> {
  const { db, clock, log, publicUrl } = context
  const { pool, close } = openJobQueuePool(ownerUrl, 2, log)
  const utils = await makeWorkerUtils({ pgPool: pool, logger: createJobQueueLogger(log) })
  await utils.migrate()
  const tasks = wrapScheduledTasksToRecordRuns(tasksOf(context), {
    db,
    clock,
    unrecorded: (error) => log.warn({ err: error }, 'the run of a job was not recorded'),
  })
  const { failedJobs } = context.retentionDays ?? DEFAULT_RETENTION_DAYS
  const runner = await startJobRunner({ ownerUrl, tasks: wrapTasksWithTracing(tasks, tracer), cron: timetableCronItems, log }, failedJobs)
  const listened = new Set(Object.keys(listeners) as OutboxTopic[])
  // These loops are not jobs of the queue, so a slow webhook receiver does not occupy a worker that payments need.
  const loops = [
    runRepeatedly(log, 'relay', () => relayOutboxBatch(db, createMoment(clock()), { addJobs: utils.addJobs, listened, publicUrl })),
    runRepeatedly(log, 'changes', async () => {
      await assignNumbersToAllWaitingChanges(db, createMoment(clock()))
      // All waiting changes are numbered. The pause collects the next ones, so that a change of a busy company does not cost a transaction
      // of its own.
      return 0
    }),
    runRepeatedly(log, 'webhooks', () => sendDueWebhookDeliveries(context)),
  ]
  return {
    status: runner.status,
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()))
      await runner.stop()
      await utils.release()
      await close()
    },
  }
}
