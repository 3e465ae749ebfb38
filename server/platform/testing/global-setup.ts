import type { TestProject } from 'vitest/node'
import { openScratchDatabase } from './scratch-database.ts'

/** Starts one PostgreSQL for the whole run. Every test file makes a copy of its migrated database. */
export default async function setup(project: TestProject) {
  const scratch = await openScratchDatabase()
  project.provide('superUrl', scratch.superUrl)
  project.provide('appUrl', scratch.appUrl)
  project.provide('ownerUrl', scratch.ownerUrl)
  return scratch.close
}
