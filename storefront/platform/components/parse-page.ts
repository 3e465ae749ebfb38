import { PAGED_ROWS_MAX } from '#contract/platform/core/fields.ts'

/** The page that an address names: a whole number from 1; anything else is the first. */
export function parsePage(text: string | undefined): number {
  const page = /^[1-9]\d{0,4}$/.test(text ?? '') ? Number(text) : 1
  return page <= PAGED_ROWS_MAX ? page : 1
}
