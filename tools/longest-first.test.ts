import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SLOWEST_TEST_FILES } from './longest-first.ts'

test('every file in the list of slowest tests exists', () => {
  expect(SLOWEST_TEST_FILES.filter((file) => !existsSync(file))).toEqual([])
})
