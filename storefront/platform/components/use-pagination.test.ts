import { expect, test } from 'vitest'
import { computeLastPage } from './use-pagination.ts'

test.each([
  [0, 1],
  [1, 1],
  [24, 1],
  [25, 2],
  [1_000_000, 417],
])('%i rows at 24 per page end on page %i, at most the last page that the server accepts', (total, page) =>
  expect(computeLastPage(total, 24)).toBe(page),
)
