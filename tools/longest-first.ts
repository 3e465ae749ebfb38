import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The slowest test files, as the gate prints them. If they started last, the other cores would be idle at the end. */
export const TEST_FILES_STARTED_FIRST = [
  'e2e/reach.test.ts',
  'e2e/rights.test.ts',
  'e2e/parts.test.ts',
  'e2e/leaving-screens.test.ts',
  'e2e/golden.test.ts',
  'e2e/known-device.test.ts',
  'e2e/permissions.test.ts',
  'e2e/logging-in-between.test.ts',
  'e2e/late.test.ts',
  'tools/backup.test.ts',
  'server/operations/jobs/failed-jobs.test.ts',
  'server/operations/jobs/lost-connections.test.ts',
  'tools/start.test.ts',
  'server/platform/http/fuzz.test.ts',
  'server/billing/incoming-payments/concurrent-payments.test.ts',
  'server/main.test.ts',
  'server/orders/levels/levels.test.ts',
  'server/billing/receivables/due-reminders.test.ts',
  'server/platform/http/figure-masking/figures.test.ts',
  'server/platform/testing/simulation.test.ts',
  'server/billing/receivables/years.test.ts',
  'server/operations/installation/demo.test.ts',
  'server/platform/core/process-faults.test.ts',
  'tools/contributing.test.ts',
  'tools/demo/demo.test.ts',
  'server/money/statements/closing.test.ts',
  'server/platform/http/authorisation.test.ts',
  'tools/demo/moments.test.ts',
  'server/people/identity/captcha-solver.test.ts',
]

const projectOf = ({ project }: TestSpecification): number => PROJECTS.indexOf(project.name)

const placeOf = ({ moduleId }: TestSpecification): number => {
  const place = TEST_FILES_STARTED_FIRST.findIndex((file) => moduleId.endsWith(`/${file}`))
  return place < 0 ? TEST_FILES_STARTED_FIRST.length : place
}

/** The projects in vitest.config.ts in the order in which they run: those of short files last, because they fill the cores at the end. */
const PROJECTS = ['stories', 'screens', 'pages']

/**
 * The longest files come first, the others in Vitest's order. A project runs as a whole: a worker that has loaded its modules ends as soon
 * as the next file belongs to another project.
 */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((one, other) => projectOf(one) - projectOf(other) || placeOf(one) - placeOf(other))
  }
}
