// Reads and writes the tables `visitor_day` and `visitor_sketch`.
import { sql } from 'kysely'
import { addDays, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { type Db, runInTransaction, type Tx } from '#server/platform/core/db.ts'
import { forEachCollectingErrors } from '#server/platform/core/isolated-batches.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { type CountedStep, countedSteps } from './counted-calls.ts'
import { countSketch, createSketch, joinSketch, SKETCH_BYTES } from './sketch.ts'
import type { CountedVisitors, VisitorCounter } from './visitor-counter.ts'

const toBytes = (sketch: Uint8Array): Buffer => Buffer.from(sketch.buffer, sketch.byteOffset, sketch.byteLength)

const makeBySteps = <T>(make: (step: CountedStep) => T): Record<CountedStep, T> => ({
  visited: make('visited'),
  viewed: make('viewed'),
  added: make('added'),
})

/** Joins what a process has counted on a day with what the others have. */
async function joinVisitorsOfDay(tx: Tx, { day, sketches }: Pick<CountedVisitors, 'day' | 'sketches'>): Promise<void> {
  const empty = toBytes(createSketch())
  await tx
    .insertInto('visitor_sketch')
    .values({ day, visited: empty, viewed: empty, added: empty })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const known = await tx.selectFrom('visitor_sketch').select(countedSteps).where('day', '=', day).forUpdate().executeTakeFirstOrThrow()
  const joined = makeBySteps((step) => {
    const sketch = createSketch()
    sketch.set(known[step].subarray(0, SKETCH_BYTES))
    joinSketch(sketch, sketches[step])
    return sketch
  })
  await tx
    .updateTable('visitor_sketch')
    .set(makeBySteps((step) => toBytes(joined[step])))
    .where('day', '=', day)
    .execute()
  const counts = makeBySteps((step) => countSketch(joined[step]))
  // A server that was asleep may write a day whose sketches are gone: it knows a part of its visitors.
  await sql`
    insert into visitor_day (day, visited, viewed, added) values (${day}::date, ${counts.visited}, ${counts.viewed}, ${counts.added})
    on conflict (day) do update set visited = greatest(visitor_day.visited, excluded.visited),
      viewed = greatest(visitor_day.viewed, excluded.viewed), added = greatest(visitor_day.added, excluded.added)`.execute(tx)
}

/** Writes what has been counted since the last time. What cannot be written is tried again the next time. */
export async function saveVisitors(db: Db, counter: VisitorCounter): Promise<void> {
  const days = counter.days().filter(({ unsaved }) => unsaved)
  await forEachCollectingErrors(days, async (counted) => {
    // Before the sketches are read, so that nobody who comes meanwhile is forgotten.
    counted.unsaved = false
    try {
      await runInTransaction(db, (tx) => joinVisitorsOfDay(tx, counted))
    } catch (error) {
      counted.unsaved = true
      throw error
    }
    return true
  })
  counter.forgetSavedDays()
}

/** Deletes the sketches of the days before yesterday: only a server that still counts a day needs its sketches. */
export async function deleteOldVisitorSketches(tx: Tx, { now }: Pick<Moment, 'now'>): Promise<void> {
  await tx
    .deleteFrom('visitor_sketch')
    .where('day', '<', addDays(toShanghaiDay(now), -1))
    .execute()
}
