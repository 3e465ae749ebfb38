import { maskIdNumber } from '#contract/people/identity/masking.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'

type Table = 'enterprise_licence' | 'shop_licence'

/** The number is sealed for its own row, so that it cannot be opened after it was copied to another row. */
const placeOf = (table: Table, id: string) => `${table}|sealed|${id}`

export const sealLicenceNumber = (
  keys: Keys,
  moment: Moment,
  { table, id, licenceNo }: { table: Table; id: string; licenceNo: string },
): Buffer => keys.seal(moment, placeOf(table, id), licenceNo)

/** Decrypts the number of a company's licence. The caller records in the audit trail that a person reads it. */
export const decryptSealedLicenceNumber = (keys: Keys, { id, sealed }: { id: string; sealed: Buffer }): string =>
  keys.open(placeOf('enterprise_licence', id), sealed)

/** The first three and the last four characters; of a short number only the last two. */
export const maskLicenceNumber = (licenceNo: string): string =>
  licenceNo.length > 8 ? maskIdNumber(licenceNo) : `${'*'.repeat(Math.max(licenceNo.length - 2, 0))}${licenceNo.slice(-2)}`
