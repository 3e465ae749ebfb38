import { expect, test } from 'vitest'
import { openMall } from '#server/platform/testing/mall.ts'
import { DatabaseUnavailableError } from './database-errors.ts'
import { createErrorLog } from './log.ts'
import { createReplicaLagMeter, followReplica } from './replica.ts'

const mall = await openMall()

test('the lag of a replica is measured from the latest moment up to which it has everything', () => {
  const meter = createReplicaLagMeter()
  expect(meter.measure(0, 100n)).toBeUndefined()
  for (const [second, place] of [100n, 200n, 200n, 300n].entries()) meter.note(second * 1_000, place)
  // It stands where the primary stood two seconds ago: what was written since may be missing.
  expect(meter.measure(4_000, 299n)).toBe(2)
  expect(meter.measure(4_000, 300n)).toBe(1)
  // Nothing more arrives, although the primary writes on.
  meter.note(9_000, 400n)
  expect(meter.measure(9_000, 300n)).toBe(6)
  expect(meter.measure(9_000, 400n)).toBe(0)
  // An hour later only that hour is remembered.
  for (let second = 10; second < 10 + 7_200; second++) meter.note(second * 1_000, 500n)
  expect(meter.measure(8_000_000, 400n)).toBeUndefined()
  expect(meter.measure(8_000_000, 500n)).toBe(8_000 - 7_209)
  // One that is behind all that is known.
  expect(meter.measure(9_000, 1n)).toBeUndefined()
})

test('a database that is no replica is not read from, and only replica errors count as its faults', async () => {
  const options = { primary: mall.db, url: mall.appUrl, poolSize: 2, prepared: true, lagMaxSeconds: 60, log: createErrorLog() }
  const replica = followReplica(options)
  try {
    const asked = () => mall.statements.filter((text) => text.includes('pg_current_wal_lsn')).length
    await expect.poll(asked, { timeout: 20_000 }).toBeGreaterThan(2)
    expect(replica.db()).toBeUndefined()
    expect(replica.status()).toEqual({ used: false, lagSeconds: undefined, fallbacks: 0 })
    const faults = [new DatabaseUnavailableError(new Error('away')), Object.assign(new Error('conflict with recovery'), { code: '40001' })]
    expect([...faults, new TypeError('a defect')].map((error) => replica.isFault(error))).toEqual([true, true, false])
    expect(replica.status().fallbacks).toBe(2)
  } finally {
    await replica.close()
  }
})
