import { addDays, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { getWeekdayFromMonday } from '#contract/platform/core/working-days.ts'
import type { Tx } from '#server/platform/core/db.ts'

const DAYS = 430
/** Counted from Monday. */
const SATURDAY = 5

/** Writes how many visitors came on the days before: on weekends fewer, and fewer a year ago. Nobody came; the stories call no lists of goods. */
export async function createDemoVisitors(tx: Tx, now: Date): Promise<void> {
  const today = toShanghaiDay(now)
  const rows = Array.from({ length: DAYS }, (_, back) => {
    const day = addDays(today, -back)
    const usual = getWeekdayFromMonday(day) >= SATURDAY ? 14 : 58
    const visited = Math.round((usual + ((back * 7) % 11)) * (1 - back / (2 * DAYS)))
    const viewed = Math.round(visited * (0.6 + (back % 5) / 50))
    return { day, visited, viewed, added: Math.round(viewed * (0.3 + (back % 3) / 40)) }
  })
  // The server has written its own count of today already: nobody.
  await tx
    .insertInto('visitor_day')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .column('day')
        .doUpdateSet((eb) => ({ visited: eb.ref('excluded.visited'), viewed: eb.ref('excluded.viewed'), added: eb.ref('excluded.added') })),
    )
    .execute()
}
