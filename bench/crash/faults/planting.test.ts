import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { expect, test } from 'vitest'
import { plantedFaults, programFaults } from './planting.ts'
import { plantIntoSource } from './program-fault.ts'

test.each(Object.entries(programFaults))('the source text that fault %s replaces occurs exactly once', (_, { file, sound }) => {
  const found = readFileSync(file, 'utf8').match(new RegExp(sound, 'g'))
  expect(found).toHaveLength(1)
})

test.each(Object.entries(programFaults))('fault %s changes its file, which is still a program', (_, fault) => {
  const source = readFileSync(fault.file, 'utf8')
  const faulty = plantIntoSource(source, fault)
  expect(faulty).not.toBe(source)
  expect(() => stripTypeScriptTypes(faulty)).not.toThrow()
})

test('at least fourteen faults are planted', () => {
  expect(plantedFaults.length).toBeGreaterThanOrEqual(14)
})
