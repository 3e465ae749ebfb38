import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { programFaults } from './faults.ts'

test.each(Object.entries(programFaults))('the source text that fault %s replaces occurs exactly once', (_, { file, sound }) => {
  const found = readFileSync(file, 'utf8').match(new RegExp(sound, 'g'))
  expect(found).toHaveLength(1)
})
