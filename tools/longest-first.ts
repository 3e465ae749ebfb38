import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The slowest test files (the gate prints them). If they started last, the other cores would be idle at the end. */
export const SLOWEST_FILES = [
  'e2e/reach.test.ts',
  'e2e/rights.test.ts',
  'e2e/parts.test.ts',
  'e2e/leaving-screens.test.ts',
  'e2e/golden.test.ts',
  'e2e/late.test.ts',
  'e2e/known-device.test.ts',
  'tools/backup.test.ts',
  'server/operations/jobs/lost-connections.test.ts',
  'tools/start.test.ts',
  'server/platform/http/fuzz.test.ts',
  'server/main.test.ts',
  'server/billing/receivables/years.test.ts',
  'server/platform/testing/simulation.test.ts',
  'tools/demo/moments.test.ts',
  'server/people/identity/captcha-solver.test.ts',
]

const placeOf = ({ moduleId }: TestSpecification): number => {
  const place = SLOWEST_FILES.findIndex((file) => moduleId.endsWith(`/${file}`))
  return place < 0 ? SLOWEST_FILES.length : place
}

/** Sorts the slowest files first, the others in the order of Vitest. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((one, other) => placeOf(one) - placeOf(other))
  }
}
