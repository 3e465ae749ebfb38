import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { LoadDatabase } from '#bench/cluster.ts'
import { queryOnce } from '#bench/query-once.ts'
import type { LoadBuyer } from '#bench/world.ts'
import { fen } from '#contract/platform/core/money.ts'
import {
  addMonths,
  getShanghaiMonthInterval,
  getStatementDueDay,
  toShanghaiDay,
  toShanghaiMonth,
} from '#contract/platform/core/shanghai.ts'
import { drawHeldCreditForParcel, holdCreditForOrders } from '#server/money/credit/public.ts'
import { type Db, runInTransaction } from '#server/platform/core/db.ts'
import { createMoment, systemClock } from '#server/platform/core/moment.ts'
import type { SandboxProvider } from './provider.ts'

const OLD_DRAWS = 20
/** 9,000 yuan in total. This is below the tolerance that the run sets, so that overdue amounts block nobody. */
const OLD_DRAW_FEN = fen(45_000)

/** What each of them owes for the month that is overdue. */
export const OVERDUE_DEBT_FEN = OLD_DRAWS * OLD_DRAW_FEN

/** The last month whose statement is overdue: the previous one, or on its first days, before it is due, the one before that. */
function findOverdueMonth(now: Date): string {
  const previous = addMonths(toShanghaiMonth(now), -1)
  return getStatementDueDay(previous) < toShanghaiDay(now) ? previous : addMonths(previous, -1)
}

/** Creates overdue debts of all enterprises. The jobs close, charge and repay them while the mall is being killed. */
export async function createOverdueDebts(db: Db, buyers: readonly Pick<LoadBuyer, 'enterpriseId'>[]): Promise<void> {
  const { from, until } = getShanghaiMonthInterval(findOverdueMonth(systemClock()))
  for (const { enterpriseId } of buyers) {
    for (let at = 0; at < OLD_DRAWS; at++) {
      const then = new Date(from.getTime() + ((until.getTime() - from.getTime()) * at) / OLD_DRAWS)
      await runInTransaction(db, async (tx) => {
        const moment = createMoment(then)
        await holdCreditForOrders(tx, moment, { enterpriseId, orders: [{ orderId: randomUUID(), amountFen: OLD_DRAW_FEN, title: '截齿' }] })
        await drawHeldCreditForParcel(tx, moment, { enterpriseId, parcelId: randomUUID(), amountFen: OLD_DRAW_FEN, title: '截齿' })
      })
    }
  }
}

const JOBS = ['payments', 'statements', 'autopay', 'deadlines', 'reminders', 'housekeeping', 'reconciliation']

/** Simulates days within seconds: runs the daily jobs one after the other, and returns how often. */
export function runDailyJobsRepeatedly({ ownerUrl }: LoadDatabase): { stop(): Promise<number> } {
  let over = false
  let started = 0
  const winding = (async () => {
    for (let at = 0; !over; at++) {
      await queryOnce(ownerUrl, `select graphile_worker.add_job('${JOBS[at % JOBS.length]}')`).then(
        () => started++,
        // The database is down. The simulation continues.
        () => {},
      )
      await wait(300)
    }
  })()
  return {
    async stop() {
      over = true
      await winding
      return started
    },
  }
}

const WAITING = `select
  (select count(*) from refund where state <> 'SETTLED')::text as refunds,
  (select count(*) from outbox where published_at is null)::text as events`

/** What is unfinished, for the error message: refunds by state and reason, events by topic, and the first jobs of the queue. */
const UNSETTLED = `select
  (select json_agg(r) from (select state, tries, failure, count(*) from refund where state <> 'SETTLED' group by 1, 2, 3) r)::text as refunds,
  (select json_agg(e) from (select topic, count(*) from outbox where published_at is null group by 1) e)::text as events,
  (select json_agg(j) from (select task_identifier, attempts, locked_by, locked_at, run_at, last_error from graphile_worker.jobs order by id limit 10) j)::text as jobs`

const DRAIN_MS = 90_000

/**
 * Ends the faults and waits until all pending work is finished: everything that the provider took is known here, all refunds have arrived,
 * and every event was passed on. Returns the seconds that it took; throws if something does not end.
 */
export async function endFaultsAndWaitUntilSettled({ ownerUrl }: LoadDatabase, provider: SandboxProvider): Promise<number> {
  await provider.setFaults(false)
  const begun = performance.now()
  for (;;) {
    // Jobs that wait for the next hour run now.
    await queryOnce(ownerUrl, `update payment set next_query_at = now() where next_query_at is not null`)
    await queryOnce(ownerUrl, `update refund set next_try_at = now() where state in ('WAIT', 'SENT', 'UNKNOWN')`)
    await queryOnce(ownerUrl, `select graphile_worker.add_job('payments')`)
    await wait(1_000)
    const [waiting] = await queryOnce<Record<'refunds' | 'events', string>>(ownerUrl, WAITING)
    const known = new Set(
      (await queryOnce<{ id: string }>(ownerUrl, 'select payment_id::text as id from gateway_receipt')).map(({ id }) =>
        id.replaceAll('-', ''),
      ),
    )
    const unknown = provider.trades().filter(({ paidAt, outTradeNo }) => paidAt && !known.has(outTradeNo))
    if (unknown.length === 0 && waiting?.refunds === '0' && waiting.events === '0') return (performance.now() - begun) / 1_000
    if (performance.now() - begun > DRAIN_MS) {
      const [unsettled] = await queryOnce(ownerUrl, UNSETTLED)
      throw new Error(`${unknown.length} payments unknown here, ${waiting?.events} events; ${JSON.stringify(unsettled)}`)
    }
  }
}
