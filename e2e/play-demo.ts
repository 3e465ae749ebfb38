import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createExternalServices } from '#server/external-services.ts'
import { openDatabase } from '#server/platform/core/db.ts'
import { createKeys } from '#server/platform/core/keys.ts'
import { fillDemo } from '#tools/demo/fill-demo.ts'

/** The parts of the demo outside the database: the secret that its keys are derived from, and the folder of its identity documents. */
export interface PlayedDemo {
  secret: Buffer
  dataDir: string
  /** Deletes the identity documents. */
  remove(): void
}

/** Plays the demo into an empty migrated database, as if the time were `now`. `whole`: also what journeys set up themselves. */
export async function playDemo(appUrl: string, now: Date, { whole = false } = {}): Promise<PlayedDemo> {
  const secret = randomBytes(32)
  const dataDir = mkdtempSync(path.join(tmpdir(), 'mall-test-'))
  // A machine that runs journeys is busy, and the demo waits for its connections as long as their server does.
  const database = openDatabase({ url: appUrl, poolSize: 8, poolWaitMs: 60_000 })
  const keys = createKeys(secret)
  const outside = createExternalServices({ dataDir }, database.db, keys)
  // Of journeys only the mall with a local reader has one.
  await fillDemo(database.db, { keys, outside, now, localReading: { pictures: true, register: true }, setUpByJourneys: !whole })
  await database.close()
  return { secret, dataDir, remove: () => rmSync(dataDir, { recursive: true, force: true }) }
}
