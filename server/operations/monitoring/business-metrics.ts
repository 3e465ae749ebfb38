import { Gauge, type Registry } from 'prom-client'
import type { Clock } from '#server/platform/core/moment.ts'
import { waitWithTimeout } from '#server/platform/core/within-time.ts'
import type { MonitoringFigure, MonitoringFigureName } from './read-figures.ts'

/** How long a reading is reused, and how long a scrape waits for one. */
const FRESH_MS = 15_000
const PATIENCE_MS = 3_000

/**
 * The metrics by figure. They cover the whole mall and are the same on every server, so a rule takes `max` over the servers. Figures of the
 * last hour are counted again at each reading and so may fall.
 */
const metrics: Readonly<Record<MonitoringFigureName, { name: string; help: string; labelNames?: string[] }>> = {
  orders: { name: 'mall_orders_hour', help: 'Orders that were placed within the last hour' },
  payments: {
    name: 'mall_payments_hour',
    help: 'Payments that were begun within the last hour, by method and by their state now',
    labelNames: ['method', 'state'],
  },
  paymentsUnclear: { name: 'mall_payments_unclear', help: 'Payments whose provider has not said whether they are paid' },
  paymentsUnclearOldest: { name: 'mall_payments_unclear_oldest_seconds', help: 'How long ago the oldest of them was begun' },
  refundsUnsettled: { name: 'mall_refunds_unsettled', help: 'Refunds that are not paid, by state', labelNames: ['state'] },
  refundsUnsettledOldest: { name: 'mall_refunds_unsettled_oldest_seconds', help: 'How long ago the oldest of them was made' },
  outboxWaiting: { name: 'mall_outbox_waiting', help: 'Events that wait to be passed on' },
  outboxOldest: { name: 'mall_outbox_oldest_seconds', help: 'How long the oldest of them has waited' },
  proofBreaches: { name: 'mall_proof_breaches', help: 'Breaches of invariants that the latest finished proof found' },
  proofAge: { name: 'mall_proof_age_seconds', help: 'How long ago the latest proof finished' },
  proofFailed: { name: 'mall_proof_failed', help: '1 if the latest proof could not be finished' },
  rowsUnsealed: { name: 'mall_ledger_unsealed', help: 'Rows of money and of the audit log that are not sealed yet' },
  rowsUnsealedOldest: { name: 'mall_ledger_unsealed_oldest_seconds', help: 'How long ago the oldest of them was written' },
  monthsUnclosed: { name: 'mall_months_unclosed', help: 'Months that should be closed and are not' },
  differences: { name: 'mall_reconciliation_differences', help: 'Differences to the bills of payment providers that nobody has explained' },
  readings: {
    name: 'mall_readings_hour',
    help: 'Papers and companies that a service was asked for within the last hour, by source and by their result now',
    labelNames: ['source', 'state'],
  },
  licenceDays: { name: 'mall_shop_licence_days_left', help: 'Days until the first certificate of a shop ends' },
}

/**
 * Adds the metrics of the business. `read` runs at a scrape, and at most once in 15 seconds. If it fails or takes too long,
 * `mall_database_answers` is 0 and the other figures are missing, because old figures would hide the failure.
 */
export function registerBusinessMetrics(registry: Registry, clock: Clock, read: () => Promise<readonly MonitoringFigure[]>): void {
  let reading: Promise<readonly MonitoringFigure[] | undefined> | undefined
  let at = 0
  const readShared = () => {
    const now = clock().getTime()
    if (!reading || Math.abs(now - at) >= FRESH_MS) {
      at = now
      reading = read().catch(() => undefined)
    }
    return reading
  }
  const readInTime = () => waitWithTimeout(readShared(), PATIENCE_MS, () => undefined)
  new Gauge({
    name: 'mall_database_answers',
    help: '1 if the database gave the figures of the mall at the latest reading',
    registers: [registry],
    async collect() {
      this.set(Number((await readInTime()) !== undefined))
    },
  })
  for (const [figure, { name, help, labelNames = [] }] of Object.entries(metrics))
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        this.reset()
        const found = (await readInTime())?.filter((one) => one.name === figure) ?? []
        // Without labels `reset` sets 0, which would report a missing figure as zero.
        if (labelNames.length === 0 && found.length === 0) this.remove()
        for (const { labels, value } of found) this.set(Object.fromEntries(labelNames.map((label, i) => [label, labels[i] ?? ''])), value)
      },
    })
}
