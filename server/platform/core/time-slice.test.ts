import { expect, test } from 'vitest'
import { refuse } from '#contract/platform/core/refusals.ts'
import { openMall } from '#server/platform/testing/mall.ts'
import { splitIntoGrowingGroups, writeItemsIsolatingRefusals } from './time-slice.ts'

const mall = await openMall()
let jobs = 0

/** Writes numbers as words of the search, of which some are refused and some fail, until the job is stopped. */
async function writes(
  numbers: readonly number[],
  { refused = [] as number[], broken = [] as number[], stopAfter = Number.POSITIVE_INFINITY },
) {
  const [reasons, logged] = [new Map<number, string>(), [] as number[]]
  let held = 0
  const name = `slice${++jobs}-`
  const word = (one: number) => `${name}${String(one).padStart(2, '0')}`
  const through = await writeItemsIsolatingRefusals(mall.db, numbers, {
    hold: async () => ++held <= stopAfter,
    write: async (tx, some) => {
      for (const one of some) {
        await tx
          .insertInto('search_lexeme')
          .values({ word: word(one) })
          .execute()
        if (refused.includes(one)) refuse('SKU_NOT_FOUND')
        if (broken.includes(one)) throw new Error('a defect')
      }
    },
    refuse: async (_, one, reason) => void reasons.set(one, reason),
    failed: { reason: '写入时出错', log: (_, one) => logged.push(one) },
  })
  const rows = await mall.db.selectFrom('search_lexeme').select('word').where('word', 'like', `${name}%`).orderBy('word').execute()
  return { through, written: rows.map((row) => Number(row.word.slice(name.length))), reasons, logged }
}

const some = Array.from({ length: 20 }, (_, at) => at)

test('refused or failed rows are skipped one by one, and all others are written once', async () => {
  const { through, written, reasons, logged } = await writes(some, { refused: [0, 7, 8], broken: [13] })
  expect(through).toBe(true)
  expect(written).toEqual(some.filter((one) => ![0, 7, 8, 13].includes(one)))
  expect([...reasons.keys()].sort((one, two) => one - two)).toEqual([0, 7, 8, 13])
  expect([reasons.get(13), logged]).toEqual(['写入时出错', [13]])
})

test('a stopped job writes nothing more', async () => {
  expect(await writes(some, { stopAfter: 0 })).toMatchObject({ through: false, written: [] })
  const stopped = await writes(some, { refused: [19], stopAfter: 2 })
  expect(stopped.through).toBe(false)
  expect(stopped.written).toEqual(some.slice(0, 10))
})

test('groups start with one row, so that the first finishes at once, and grow to the maximum', () => {
  expect([...splitIntoGrowingGroups(some, 8)].map(({ length }) => length)).toEqual([1, 2, 4, 8, 5])
  expect([...splitIntoGrowingGroups(some, 8)].flat()).toEqual(some)
  expect([...splitIntoGrowingGroups([], 8)]).toEqual([])
})
