import { Counter, Histogram, type Registry } from 'prom-client'

const BUCKETS_MS = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 15_000]

/** An answer as it is counted: the call's path, the HTTP status, and the milliseconds that it took. */
export interface AnswerMeasurement {
  path: string
  status: number
  ms: number
}

/** The answers of one call. */
interface CallTally {
  byStatus: Map<number, number>
  /** By the index of the smallest bucket that the time fits into; the last one is for all longer times. */
  byBucket: number[]
  count: number
  sumMs: number
}

const openTally = (): CallTally => ({ byStatus: new Map(), byBucket: [...BUCKETS_MS, 0].map(() => 0), count: 0, sumMs: 0 })

function countAnswer(tally: CallTally, status: number, ms: number): void {
  let at = 0
  while (at < BUCKETS_MS.length && ms > (BUCKETS_MS[at] ?? 0)) at++
  tally.byStatus.set(status, (tally.byStatus.get(status) ?? 0) + 1)
  tally.byBucket[at] = (tally.byBucket[at] ?? 0) + 1
  tally.count++
  tally.sumMs += ms
}

const NAME = 'mall_answer_ms'

function listTimes([path, { byBucket, count, sumMs }]: [string, CallTally]) {
  let below = 0
  const buckets = BUCKETS_MS.map((le, at) => {
    below += byBucket[at] ?? 0
    return { labels: { le, path }, value: below, metricName: `${NAME}_bucket` }
  })
  return [
    ...buckets,
    { labels: { le: '+Inf', path }, value: count, metricName: `${NAME}_bucket` },
    { labels: { path }, value: sumMs, metricName: `${NAME}_sum` },
    { labels: { path }, value: count, metricName: `${NAME}_count` },
  ]
}

/** A histogram whose values are counted here and only printed by prom-client, which calls `getForPromString` instead of `get`. */
class AnswerTimes extends Histogram<'path'> {
  readonly #tallies: ReadonlyMap<string, CallTally>

  constructor(tallies: ReadonlyMap<string, CallTally>) {
    super({ name: NAME, help: 'Milliseconds to answer, by call', labelNames: ['path'], buckets: BUCKETS_MS, registers: [] })
    this.#tallies = tallies
  }

  async getForPromString() {
    const values = [...this.#tallies].flatMap(listTimes)
    return { name: NAME, help: 'Milliseconds to answer, by call', type: 'histogram', aggregator: 'sum', values }
  }
}

/**
 * Registers the metrics of answers, and returns the function that counts one. It runs for every answer, so it only adds numbers: prom-client
 * would check and join the labels each time.
 */
export function registerAnswerMetrics(registry: Registry): (answer: AnswerMeasurement) => void {
  const tallies = new Map<string, CallTally>()
  new Counter({
    name: 'mall_answers_total',
    help: 'Answers by call and HTTP status',
    labelNames: ['path', 'status'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [path, { byStatus }] of tallies) for (const [status, count] of byStatus) this.inc({ path, status }, count)
    },
  })
  registry.registerMetric(new AnswerTimes(tallies))
  return ({ path, status, ms }) => {
    const known = tallies.get(path)
    const tally = known ?? openTally()
    if (!known) tallies.set(path, tally)
    countAnswer(tally, status, ms)
  }
}
