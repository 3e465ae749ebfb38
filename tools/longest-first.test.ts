import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SLOWEST_TEST_FILES } from './longest-first.ts'

test('every file that goes first is there', () => {
  expect(SLOWEST_TEST_FILES.filter((file) => !existsSync(file))).toEqual([])
})
