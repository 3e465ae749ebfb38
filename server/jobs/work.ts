import { Logger, makeWorkerUtils, parseCronItems, type Runner, run, type TaskList } from 'graphile-worker'
import pg from 'pg'
import type { Logger as Log } from 'pino'
import { sendAlerts } from '../alerts/public.ts'
import { proveNightly, runProof } from '../books/public.ts'
import { refreshAfterStock } from '../catalog/public.ts'
import { numberChanges } from '../changes/public.ts'
import { remindOfCoupons } from '../coupons/public.ts'
import type { InvoiceProvider } from '../e-invoice/public.ts'
import type { Express } from '../express/public.ts'
import { tellStockBack } from '../favourites/public.ts'
import type { FileStore } from '../files/public.ts'
import { askDue } from '../fulfilment/public.ts'
import type { Gateways } from '../gateway/public.ts'
import { speakOf } from '../invoices/public.ts'
import { keepLevels } from '../levels/public.ts'
import { tellBegun } from '../messaging/public.ts'
import type { Db } from '../platform/db.ts'
import type { Keys } from '../platform/keys.ts'
import { type Clock, momentAt } from '../platform/moment.ts'
import type { Topic, Topics } from '../platform/outbox.ts'
import { sendRefund, tellClosed } from '../receipts/public.ts'
import { keepUpToDate, remindOfDues, repayAutomatically, tellOfEndingLimits } from '../receivables/public.ts'
import { closeStaleTransfers } from '../remittance/public.ts'
import { openText, type SmsGateway } from '../sms/public.ts'
import { type HookPost, postDue } from '../webhooks/public.ts'
import { runDeadlines } from './deadlines.ts'
import { keepHouse } from './housekeeping.ts'
import { invoiceTasks } from './invoice-tasks.ts'
import { keepOn } from './keep-on.ts'
import { paymentTasks } from './payment-tasks.ts'
import { relayOnce } from './relay.ts'

type Listeners = { [T in Topic]?: (around: Around, payload: Topics[T]) => Promise<void> }

type Around = Pick<
  WorkOptions,
  'db' | 'clock' | 'keys' | 'sms' | 'files' | 'gateways' | 'express' | 'publicUrl' | 'log' | 'eInvoice' | 'hooks'
>

/** Who listens to what. */
const listeners: Listeners = {
  'stock.changed': async ({ db, clock }, payload) => {
    await refreshAfterStock(db, payload)
    await tellStockBack(db, momentAt(clock()), payload)
  },
  'alert.made': ({ db, clock, keys }, payload) => sendAlerts(db, momentAt(clock()), keys, payload),
  'sms.send': ({ clock, keys, sms }, { sealed }) => sms.send(momentAt(clock()), openText(keys, sealed)),
  'payment.closed': (around, ref) => tellClosed(around, momentAt(around.clock()), ref),
  'proof.asked': ({ db, clock }, { runId }) => runProof(db, momentAt(clock()), runId),
  'invoice.asked': (around, { issueId }) => speakOf(around, momentAt(around.clock()), issueId),
  'refund.made': (around, { refundId }) => sendRefund(around, momentAt(around.clock()), refundId),
}

/** What the clock starts, in cron's words (UTC). */
const timetable = [
  { task: 'deadlines', match: '* * * * *' },
  { task: 'announcements', match: '* * * * *' },
  { task: 'payments', match: '* * * * *' },
  { task: 'invoices', match: '* * * * *' },
  { task: 'tracks', match: '*/10 * * * *' },
  // Providers have the day's bill by ten in the morning.
  { task: 'reconciliation', match: '20 2,6,10 * * *' },
  // Half past one at night, and again while that night has no proof.
  { task: 'proof', match: '30 17-22 * * *' },
  { task: 'housekeeping', match: '17 * * * *' },
  // Shanghai is eight hours ahead: five past midnight there is five past four in the afternoon here. Each looks for all that is due, not only
  // for what fell due since it ran last, so whatever was missed is made up for within the hour.
  { task: 'statements', match: '5 * * * *' },
  // The same: a quarter of an hour after midnight there, when nothing of the day before is on its way any more.
  { task: 'levels', match: '20 * * * *' },
  { task: 'autopay', match: '35 0,4,8,12 * * *' },
  { task: 'reminders', match: '5 1,5,9 * * *' },
]

function tasksOf(around: Around): TaskList {
  const { db, clock, files, log } = around
  const listening = Object.entries(listeners).map(([topic, listen]) => [
    topic,
    (payload: unknown) => (listen as (around: Around, payload: unknown) => Promise<void>)(around, payload),
  ])
  return {
    ...Object.fromEntries(listening),
    ...paymentTasks(around),
    ...invoiceTasks(around),
    announcements: async () => void (await tellBegun(db, momentAt(clock()))),
    deadlines: async () => {
      await runDeadlines(db, momentAt(clock()))
      await closeStaleTransfers(db, momentAt(clock()))
    },
    tracks: async () => {
      const { failures } = await askDue(around, momentAt(clock()))
      if (failures.length > 0) log.warn({ failures }, 'carriers could not be asked')
    },
    proof: async () => void (await proveNightly(db, momentAt(clock()))),
    housekeeping: () => keepHouse(db, momentAt(clock()), files),
    statements: async () => void (await keepUpToDate(db, momentAt(clock()))),
    levels: async () => void (await keepLevels(db, momentAt(clock()))),
    autopay: async () => void (await repayAutomatically(db, momentAt(clock()))),
    reminders: async () => {
      await remindOfDues(db, momentAt(clock()))
      await tellOfEndingLimits(db, momentAt(clock()))
      await remindOfCoupons(db, momentAt(clock()))
    },
  }
}

export interface Work {
  stop(): Promise<void>
}

export interface WorkOptions {
  /** The queue's own tables belong to mall_owner; the tasks themselves use the server's connection. */
  ownerUrl: string
  db: Db
  clock: Clock
  log: Log
  keys: Keys
  sms: SmsGateway
  files: FileStore
  gateways: Gateways
  express: Express
  publicUrl: string
  eInvoice: InvoiceProvider | undefined
  hooks: HookPost
}

const quiet = (log: Log) =>
  new Logger(() => (level, message) => {
    if (level === 'error') log.error(message)
    if (level === 'warning') log.warn(message)
  })

/** Runs the job queue and the relay that feeds it. Safe on several nodes at once: a job runs on one of them. */
export async function startWork({ ownerUrl, ...around }: WorkOptions): Promise<Work> {
  const { db, clock, log } = around
  const pgPool = new pg.Pool({ connectionString: ownerUrl, max: 4, application_name: 'mall jobs' })
  const lost = (error: Error) => log.warn({ err: error }, 'job connection')
  pgPool.on('error', lost)
  pgPool.on('connect', (client) => client.on('error', lost))
  const logger = quiet(log)
  const utils = await makeWorkerUtils({ pgPool, logger })
  await utils.migrate()
  const parsedCronItems = parseCronItems(timetable.map((item) => ({ ...item, options: { backfillPeriod: 0 } })))
  const runner: Runner = await run({ pgPool, taskList: tasksOf(around), concurrency: 2, noHandleSignals: true, parsedCronItems, logger })
  const listened = new Set(Object.keys(listeners) as Topic[])
  // Beside the queue and not in it: an address that is slow to answer takes no worker away from anybody's payment.
  const loops = [
    keepOn(log, 'relay', () => relayOnce(db, momentAt(clock()), { addJobs: utils.addJobs, listened })),
    keepOn(log, 'changes', () => numberChanges(db, momentAt(clock()))),
    keepOn(log, 'webhooks', () => postDue(around)),
  ]
  return {
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()))
      await runner.stop().catch(() => {})
      await utils.release()
      await pgPool.end()
    },
  }
}
