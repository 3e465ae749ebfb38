import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { PAGES } from '../vitest.config.ts'

test('a screen test that replaces globals runs in its own process', () => {
  const files = globSync('{storefront,console,ui}/**/*.test.ts')
  expect(files.length).toBeGreaterThan(80)
  const replacing = files.filter((file) =>
    /\bstubStorage\(|\bvi\.(?:stubGlobal|stubEnv|spyOn|mock|useFakeTimers|setSystemTime)\b|\bglobalThis\.\w+ = /.test(
      readFileSync(file, 'utf8'),
    ),
  )
  expect(replacing.filter((file) => !PAGES.includes(file))).toEqual([])
  expect(PAGES.filter((file) => !files.includes(file))).toEqual([])
})
