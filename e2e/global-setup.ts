import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { openOutside } from '../server/outside.ts'
import { openDatabase } from '../server/platform/db.ts'
import { keysFrom } from '../server/platform/keys.ts'
import { systemClock } from '../server/platform/moment.ts'
import { buildScreens, DIST } from '../tools/build.ts'
import { fillDemo } from '../tools/demo/fill-demo.ts'

/**
 * What every journey begins with: the built screens, and the demo played once into the database that each file gets a copy of. Runs after
 * the setup that starts PostgreSQL.
 */
export default async function setup(project: TestProject) {
  const built = ['storefront', 'console'].every((app) => existsSync(path.join(DIST, app, 'index.html')))
  if (!built) await buildScreens({ quiet: true })
  const secret = randomBytes(32)
  const { appUrl } = project.getProvidedContext()
  const database = openDatabase({ url: appUrl, poolSize: 8 })
  const keys = keysFrom(secret)
  const dataDir = mkdtempSync(path.join(tmpdir(), 'mall-stage-'))
  const outside = openOutside({ dataDir }, database.db, keys)
  await fillDemo(database.db, { keys, outside, now: systemClock() })
  await database.close()
  project.provide('secret', secret.toString('hex'))
  project.provide('dataDir', dataDir)
  return () => rmSync(dataDir, { recursive: true, force: true })
}
