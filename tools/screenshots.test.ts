import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { formatScreenshotPath, screenshotGroups, screenshotWidths } from './screenshots/groups.ts'

const DOCS = path.join(import.meta.dirname, '..', 'docs')

test('every screen of the page has its picture at both widths, there are no others, and all of them are small', () => {
  const shots = screenshotGroups.flatMap((group) => group.shots)
  const listed = shots.flatMap((one) => Object.values(screenshotWidths).map((width) => formatScreenshotPath(one, width)))
  expect(readdirSync(path.join(DOCS, 'screenshots')).map((file) => `screenshots/${file}`)).toEqual(listed.toSorted())
  expect(listed.reduce((sum, file) => sum + statSync(path.join(DOCS, file)).size, 0)).toBeLessThanOrEqual(3_000_000)
})
