import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { TEST_FILES_STARTED_FIRST } from './longest-first.ts'

test('every file in the list of slowest tests exists', () => {
  expect(TEST_FILES_STARTED_FIRST.filter((file) => !existsSync(file))).toEqual([])
})
