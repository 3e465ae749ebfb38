import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { systemClock } from '#server/platform/core/moment.ts'
import { OWNER_ROLE } from '#server/platform/database/roles.ts'
import { TEMPLATE_DATABASE } from '#server/platform/testing/scratch-database.ts'
import { BUILD_OUTPUT_FOLDER } from '#tools/build.ts'
import { unpackBrowser } from './browser-files.ts'
import { playDemo } from './play-demo.ts'

/** A copy of the migrated database without the demo, for tests that play the demo at another time. */
export const MIGRATED_DATABASE = 'mall_empty'

async function createEmptyTemplate(superUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: superUrl })
  await client.connect()
  await client.query(`create database ${MIGRATED_DATABASE} template ${TEMPLATE_DATABASE} owner ${OWNER_ROLE}`)
  await client.end()
}

/**
 * The setup of all journeys: the browser, the built screens, and the demo, played once into the database that is copied for each file. It
 * runs after the setup that starts PostgreSQL.
 */
export default async function setup(project: TestProject) {
  unpackBrowser()
  const built = ['storefront', 'console'].every((app) => existsSync(path.join(BUILD_OUTPUT_FOLDER, app, 'index.html')))
  // It runs in a process of its own, outside Vitest, because the build reads routes as source text, and Vitest transforms them.
  if (!built)
    execFileSync(process.execPath, [path.resolve('tools/build.ts'), '--quiet'], { env: { ...process.env, NODE_ENV: 'production' } })
  const { appUrl, superUrl } = project.getProvidedContext()
  await createEmptyTemplate(superUrl)
  const { secret, dataDir, remove } = await playDemo(appUrl, systemClock())
  project.provide('secret', secret.toString('hex'))
  project.provide('dataDir', dataDir)
  return remove
}
