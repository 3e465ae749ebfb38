import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { replaceFolder } from './replace-folder.ts'

const home = mkdtempSync(path.join(tmpdir(), 'mall-replace-'))
afterAll(() => rmSync(home, { recursive: true }))

function newFolder(name: string, ...files: string[]): string {
  const folder = path.join(home, name)
  mkdirSync(folder)
  for (const file of files) writeFileSync(path.join(folder, file), name)
  return folder
}

test('a folder replaces an existing, an empty or no folder completely', () => {
  const to = path.join(home, 'screens')
  replaceFolder(newFolder('first', 'index.html', 'old.js'), to)
  replaceFolder(newFolder('second', 'index.html'), to)
  expect(readdirSync(to)).toEqual(['index.html'])
  expect(readFileSync(path.join(to, 'index.html'), 'utf8')).toBe('second')
  replaceFolder(newFolder('third', 'index.html'), newFolder('empty'))
  expect(readdirSync(home).sort()).toEqual(['empty', 'screens'])
})

test('a missing folder replaces nothing', () => {
  const to = newFolder('kept', 'index.html')
  expect(() => replaceFolder(path.join(home, 'missing'), to)).toThrow('ENOENT')
  expect(readdirSync(to)).toEqual(['index.html'])
})
