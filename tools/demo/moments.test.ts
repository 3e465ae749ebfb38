import { expect, test } from 'vitest'
import { findInvariantBreaches } from '#server/platform/testing/invariant-breaches.ts'
import { createEmptyDemoDatabaseForTest } from './empty-mall.ts'
import { fillDemo } from './fill-demo.ts'

/** One minute into a month of Shanghai, on 29 February, at the end of a year, and on the day when statements are due. */
const moments = ['2026-11-30T16:01:00Z', '2028-02-29T10:40:00Z', '2026-12-31T15:59:00Z', '2027-03-10T04:00:00Z']

test.each(moments)(
  'the demo can be created at %s',
  async (moment) => {
    const { db, keys, outside, ownerUrl, close } = await createEmptyDemoDatabaseForTest()
    try {
      await fillDemo(db, { keys, outside, now: new Date(moment) })
      expect(await findInvariantBreaches(ownerUrl)).toEqual({})
    } finally {
      await close()
    }
  },
  120_000,
)
