import { buildApp } from '../../server/app.ts'
import type { Outside } from '../../server/outside.ts'
import { unlimited } from '../../server/platform/config.ts'
import { type Db, inTransaction } from '../../server/platform/db.ts'
import type { Keys } from '../../server/platform/keys.ts'
import { faultLog } from '../../server/platform/log.ts'
import { momentAt } from '../../server/platform/moment.ts'
import { makeStaff } from './people.ts'
import { shelveCatalogue } from './shelve-catalogue.ts'
import type { StoryClock } from './stage.ts'
import { foundingOf, playStories } from './stories.ts'

/** Whether nobody has used the database yet. */
export async function isEmpty(db: Db): Promise<boolean> {
  return (await db.selectFrom('goods').select('id').limit(1).executeTakeFirst()) === undefined
}

/**
 * Fills an empty mall by playing stories on a server of its own whose clock begins some months ago: the demo can break no rule, because
 * it goes through the same calls as everybody.
 */
export async function fillDemo(db: Db, { keys, outside, now }: { keys: Keys; outside: Outside; now: Date }): Promise<void> {
  const clock: StoryClock = { now: foundingOf(now) }
  await inTransaction(db, (tx) => shelveCatalogue(tx, momentAt(clock.now)))
  await inTransaction(db, (tx) => makeStaff(tx, momentAt(clock.now), keys))
  const { http } = await buildApp({
    ...{ db, keys, outside, log: faultLog(), limits: unlimited, trustProxy: [], secure: false, strict: true, demandTotp: false },
    clock: () => clock.now,
  })
  await http.ready()
  await playStories({ http, clock, db, keys }, now)
  await http.close()
}
