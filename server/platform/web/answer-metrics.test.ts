import { Counter, Histogram, Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { registerAnswerMetrics } from './answer-metrics.ts'

const BUCKETS_MS = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 15_000]

test('the metrics of answers read as those that prom-client counts itself, to the last digit', async () => {
  const [ours, theirs] = [new Registry(), new Registry()]
  const recordAnswer = registerAnswerMetrics(ours)
  const answers = new Counter({
    name: 'mall_answers_total',
    help: 'Answers by call and HTTP status',
    labelNames: ['path', 'status'],
    registers: [theirs],
  })
  const times = new Histogram({
    name: 'mall_answer_ms',
    help: 'Milliseconds to answer, by call',
    labelNames: ['path'],
    buckets: BUCKETS_MS,
    registers: [theirs],
  })
  expect(await ours.metrics()).toBe(await theirs.metrics())
  const given = [0, 0.4, 1, 1.000_1, 2, 7.25, 10, 250, 14_999.9, 15_000, 15_001, 90_000]
  const calls = ['/goods-api/api/goods/list', 'other']
  for (let round = 0; round < 2; round++) {
    for (const path of calls)
      for (const [at, ms] of given.entries()) {
        const status = at % 3 === 0 ? 304 : 200
        recordAnswer({ path, status, ms })
        answers.inc({ path, status })
        times.observe({ path }, ms)
      }
    expect(await ours.metrics()).toBe(await theirs.metrics())
  }
})
