import type { LicenceStatus } from '#contract/catalog/licences/shapes.ts'

/** The colour of how it stands with a licence; the words say it too. */
export const licenceStatusLooks: Record<LicenceStatus, string> = {
  valid: 'text-success',
  missing: 'text-copper',
  pending: 'text-copper',
  rejected: 'text-danger',
  expired: 'text-danger',
}
