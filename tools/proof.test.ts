import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { promises } from './proof/promises.ts'
import { readProofRecords, renderProofDocument } from './proof/proof-page.ts'

const ROOT = path.join(import.meta.dirname, '..')
const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> }

test('each promise has a unique id, and its evidence exists', () => {
  expect(new Set(promises.map(({ id }) => id)).size).toBe(promises.length)
  for (const { id, shownBy } of promises) {
    if (shownBy === undefined) continue
    if ('npm' in shownBy) expect(scripts, id).toHaveProperty(shownBy.npm[1] ?? '')
    else for (const file of shownBy.tests) expect(existsSync(path.join(ROOT, file)), file).toBe(true)
  }
})

test('a result belongs to a promise, has its commit, and states what was not measured', () => {
  const records = readProofRecords()
  const ids = promises.map(({ id }) => id)
  for (const [id, { commit, figures, seconds }] of Object.entries(records)) {
    expect(ids).toContain(id)
    expect(commit, id).toMatch(/^[0-9a-f]{7,}/)
    expect(figures.length, id).toBeGreaterThan(0)
    expect(seconds, id).toBeGreaterThan(0)
  }
  const page = renderProofDocument({
    stock: { ok: false, figures: '1 passed, 1 failed', commit: 'abcdef0', at: '2026-11-27T00:00:00Z', seconds: 3 },
  })
  expect(page).toContain('**failed**<br>1 passed, 1 failed')
  expect(page.match(/\*\*not measured\*\*/g)).toHaveLength(promises.length - 1)
})
