import { expect, test } from 'vitest'
import { findInvariantBreaches } from '#server/platform/testing/invariant-breaches.ts'
import { createEmptyMall } from './empty-mall.ts'
import { fillDemo } from './fill-demo.ts'

// The demo can be started at any time: one minute into a month of Shanghai, and on 29 February.
test.each(['2026-11-30T16:01:00Z', '2028-02-29T10:40:00Z'])(
  'the demo can begin at %s',
  async (moment) => {
    const { db, keys, outside, ownerUrl, close } = await createEmptyMall()
    try {
      await fillDemo(db, { keys, outside, now: new Date(moment) })
      expect(await findInvariantBreaches(ownerUrl)).toEqual({})
    } finally {
      await close()
    }
  },
  120_000,
)
