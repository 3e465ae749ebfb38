import { buildApp } from '../../server/app.ts'
import { unlimited } from '../../server/platform/config.ts'
import { type Db, inTransaction } from '../../server/platform/db.ts'
import type { Keys } from '../../server/platform/keys.ts'
import { faultLog } from '../../server/platform/log.ts'
import { momentAt } from '../../server/platform/moment.ts'
import { makePeople } from './people.ts'
import { shelveCatalogue } from './shelve-catalogue.ts'
import { playStories, type StoryClock } from './stories.ts'

/** Whether nobody has used the database yet. */
export async function isEmpty(db: Db): Promise<boolean> {
  return (await db.selectFrom('goods').select('id').limit(1).executeTakeFirst()) === undefined
}

/**
 * Fills an empty mall by playing stories on a server of its own whose clock begins some months ago: the demo can break no rule, because
 * it goes through the same calls as everybody.
 */
export async function fillDemo(db: Db, { keys, now }: { keys: Keys; now: Date }): Promise<void> {
  const clock: StoryClock = { now: new Date(now.getTime() - 170 * 86_400_000) }
  await inTransaction(db, (tx) => shelveCatalogue(tx, momentAt(clock.now)))
  const companies = await inTransaction(db, (tx) => makePeople(tx, momentAt(clock.now), keys))
  const { http } = await buildApp({
    ...{ db, keys, log: faultLog(), limits: unlimited, trustProxy: [], secure: false, strict: true },
    clock: () => clock.now,
  })
  await http.ready()
  await playStories({ http, clock, companies }, now)
  await http.close()
}
