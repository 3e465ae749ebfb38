import type { LicenceStatus } from '#contract/catalog/licences/shapes.ts'

/** The colour of a licence's status. The text says the same. */
export const licenceStatusClasses: Record<LicenceStatus, string> = {
  valid: 'text-success',
  missing: 'text-copper',
  pending: 'text-copper',
  rejected: 'text-danger',
  expired: 'text-danger',
}
