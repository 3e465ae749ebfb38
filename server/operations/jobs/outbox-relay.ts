// Reads committed events from the table `outbox` and passes them to the job queue. platform/core/outbox.ts inserts them.
import type { WorkerUtils } from 'graphile-worker'
import { sql } from 'kysely'
import { sendPushSignalsToAllProcesses } from '#server/adapters/push/public.ts'
import { createOrderConfirmations, isConfirmationTopic } from '#server/integration/punch-out/public.ts'
import { createWebhookDeliveries, type EnterpriseOutboxEvent, isWebhookTopic } from '#server/integration/webhooks/public.ts'
import { anyOfIdsSql, type Db, runInTransaction } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import type { OutboxTopic, PushSignal } from '#server/platform/core/outbox.ts'
import { addTraceparentToJobPayload } from './queue-run.ts'
import { SIGNING_QUEUE } from './schedule/timetable.ts'

const BATCH = 200

/** Topics that have a listener. Events of other topics are only recorded. */
export type SubscribedTopics = ReadonlySet<OutboxTopic>

interface WaitingEvent {
  id: string
  topic: string
  payload: object
  traceparent: string | null
}

/**
 * What differs from other jobs. Those of a queue run one after another, so that a hanging mail server or provider never holds more than one
 * worker; the twelve tries of a mail or of a message in WeChat take about fifteen hours. A lost job about a signing is made up for by the scheduled one.
 */
const JOB_OPTIONS: Readonly<Record<string, { queueName: string; maxAttempts: number; priority?: number }>> = {
  // Codes in mails are valid for half an hour: they overtake what waits for WeChat or for a robot.
  'mail.send': { queueName: 'outgoing', maxAttempts: 12, priority: -1 },
  'wechat.send': { queueName: 'outgoing', maxAttempts: 12 },
  'robot.send': { queueName: 'outgoing', maxAttempts: 8 },
  'signing.asked': { queueName: SIGNING_QUEUE, maxAttempts: 8 },
}

const toJob = ({ id, topic, payload, traceparent }: WaitingEvent) => ({
  identifier: topic,
  payload: addTraceparentToJobPayload(payload, traceparent),
  jobKey: id,
  maxAttempts: 8,
  ...JOB_OPTIONS[topic],
  ...('notBefore' in payload && { runAt: new Date(String(payload.notBefore)) }),
})

/**
 * Passes a batch of events to the job queue, to open screens, to webhooks and to procurement systems, and marks them as published. After a crash in between, the
 * batch is passed again: the job key is the id of the event, and every task may run twice. Returns how many rows it took if more may wait,
 * else 0: the pause that follows collects the next ones, so that a busy mall does not pay a transaction for every few events.
 */
export async function relayOutboxBatch(
  db: Db,
  moment: Moment,
  { addJobs, listened, publicUrl }: { addJobs: WorkerUtils['addJobs']; listened: SubscribedTopics; publicUrl: string },
): Promise<number> {
  return runInTransaction(db, async (tx) => {
    const rows = await tx
      .selectFrom('outbox')
      .select(['id', 'at', 'topic', 'enterprise_id', 'payload', 'traceparent'])
      .where('published_at', 'is', null)
      .orderBy('at')
      .orderBy('id')
      .limit(sql.lit(BATCH))
      .forUpdate()
      .skipLocked()
      .execute()
    if (rows.length === 0) return 0
    const jobs = rows.filter(({ topic }) => listened.has(topic as OutboxTopic))
    if (jobs.length > 0) await addJobs(jobs.map(toJob))
    await sendPushSignalsToAllProcesses(
      tx,
      rows.filter(({ topic }) => topic === 'push.made').map(({ payload }) => payload as unknown as PushSignal),
    )
    const events = rows
      .filter(({ topic, enterprise_id }) => enterprise_id !== null && (isWebhookTopic(topic) || isConfirmationTopic(topic)))
      .map(
        ({ at, topic, enterprise_id, payload }) =>
          ({ at, topic, enterpriseId: enterprise_id, payload }) as unknown as EnterpriseOutboxEvent,
      )
    await createWebhookDeliveries(tx, moment, events)
    await createOrderConfirmations(tx, moment, { events, publicUrl })
    await tx
      .updateTable('outbox')
      .set({ published_at: moment.now })
      .where('id', '=', anyOfIdsSql(rows.map(({ id }) => id)))
      .where('at', '>=', rows[0]?.at ?? moment.now)
      .execute()
    return rows.length < BATCH ? 0 : rows.length
  })
}
