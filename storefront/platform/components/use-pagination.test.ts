import { expect, test } from 'vitest'
import { computeLastPage } from './use-pagination.ts'

test.each([
  [0, 1],
  [1, 1],
  [24, 1],
  [25, 2],
  [1_000_000, 417],
])('%i rows, 24 to a page, end on page %i: as far as the server turns', (total, page) => expect(computeLastPage(total, 24)).toBe(page))
