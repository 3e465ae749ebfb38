import { ROWS_REACHABLE_BY_PAGES_MAX } from '#contract/platform/core/fields.ts'

/** Parses a page number from an address: a whole number from 1; 1 if it is invalid. */
export function parsePageNo(text: string | undefined): number {
  const page = /^[1-9]\d{0,4}$/.test(text ?? '') ? Number(text) : 1
  return page <= ROWS_REACHABLE_BY_PAGES_MAX ? page : 1
}
