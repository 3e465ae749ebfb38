import { Logger, makeWorkerUtils, parseCronItems, type Runner, run, type TaskList } from 'graphile-worker'
import pg from 'pg'
import type { Logger as Log } from 'pino'
import { refreshAfterStock } from '../catalog/public.ts'
import type { FileStore } from '../files/public.ts'
import type { Db } from '../platform/db.ts'
import type { Keys } from '../platform/keys.ts'
import { type Clock, momentAt } from '../platform/moment.ts'
import type { Topic, Topics } from '../platform/outbox.ts'
import { openText, type SmsGateway } from '../sms/public.ts'
import { runDeadlines } from './deadlines.ts'
import { keepHouse } from './housekeeping.ts'
import { relayOnce } from './relay.ts'

const RELAY_EVERY_MS = 250

type Listeners = { [T in Topic]?: (around: Around, payload: Topics[T]) => Promise<void> }

type Around = Pick<WorkOptions, 'db' | 'clock' | 'keys' | 'sms' | 'files'>

/** Who listens to what. */
const listeners: Listeners = {
  'stock.changed': ({ db }, payload) => refreshAfterStock(db, payload),
  'sms.send': ({ clock, keys, sms }, { sealed }) => sms.send(momentAt(clock()), openText(keys, sealed)),
}

/** What the clock starts, in cron's words (UTC). */
const timetable = [
  { task: 'deadlines', match: '* * * * *' },
  { task: 'housekeeping', match: '17 * * * *' },
]

function tasksOf(around: Around): TaskList {
  const { db, clock, files } = around
  const listening = Object.entries(listeners).map(([topic, listen]) => [
    topic,
    (payload: unknown) => (listen as (around: Around, payload: unknown) => Promise<void>)(around, payload),
  ])
  return {
    ...Object.fromEntries(listening),
    deadlines: async () => void (await runDeadlines(db, momentAt(clock()))),
    housekeeping: () => keepHouse(db, momentAt(clock()), files),
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
}

const quiet = (log: Log) =>
  new Logger(() => (level, message) => {
    if (level === 'error') log.error(message)
    if (level === 'warning') log.warn(message)
  })

/** Runs the job queue and the relay that feeds it. Safe on several nodes at once: a job runs on one of them. */
export async function startWork({ ownerUrl, log, ...around }: WorkOptions): Promise<Work> {
  const { db, clock } = around
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
  let stopped = false
  const relay = (async () => {
    while (!stopped) {
      const taken = await relayOnce(db, momentAt(clock()), { addJobs: utils.addJobs, listened }).catch((error) => {
        log.warn({ err: error }, 'relay')
        return 0
      })
      if (taken === 0) await new Promise((resolve) => setTimeout(resolve, RELAY_EVERY_MS))
    }
  })()
  return {
    async stop() {
      stopped = true
      await relay
      await runner.stop().catch(() => {})
      await utils.release()
      await pgPool.end()
    },
  }
}
