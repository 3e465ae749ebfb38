// Reads and writes the table `delivery_terms`: the cut-off and the carrier's days, a row for each change.
import type { DeliveryTerms } from '#contract/sites/delivery-times/promised-day.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { lockOutEditorsAndRequireRowVersion, readRowVersion, recordRowEdit } from '#server/platform/core/row-edits.ts'

/** More changes than are made while an order is on its way. */
const TERMS_READ = 50
const ROW = { kind: 'deliveryTerms', key: 'mall' } as const

/** A query for the terms, the latest first; `toDeliveryTerms` reads its rows. */
export const selectDeliveryTerms = (db: Db) =>
  db
    .selectFrom('delivery_terms')
    .select(['effective_at', 'cut_off', 'default_days', 'provinces'])
    .orderBy('version', 'desc')
    .limit(TERMS_READ)

/** Reads a row of the terms, also one within JSON, where an instant is a text. */
export const toDeliveryTerms = (row: {
  effective_at: Date | string
  cut_off: string
  default_days: number | null
  provinces: unknown
}): DeliveryTerms => ({
  effectiveAt: new Date(row.effective_at),
  cutOff: row.cut_off,
  defaultDays: row.default_days,
  provinces: row.provinces as { code: string; days: number | null }[],
})

/** Lists the terms, the latest first. */
export const listDeliveryTerms = async (db: Db): Promise<DeliveryTerms[]> => (await selectDeliveryTerms(db).execute()).map(toDeliveryTerms)

export const readDeliveryTermsVersion = (db: Db): Promise<number> => readRowVersion(db, ROW)

type NewTerms = Omit<DeliveryTerms, 'effectiveAt'> & { rowVersion: number; staffId: string }

const formatDays = (days: number | null): string => (days === null ? '不承诺' : `${days} 天`)

/** Adds terms, which hold from now on. Refuses ROW_CHANGED. */
export async function addDeliveryTerms(tx: Tx, moment: Moment, { rowVersion, staffId, ...terms }: NewTerms): Promise<void> {
  await lockOutEditorsAndRequireRowVersion(tx, { ...ROW, seen: rowVersion })
  const what = `截单 ${terms.cutOff}，默认 ${formatDays(terms.defaultDays)}，另设 ${terms.provinces.length} 个省份`
  await recordRowEdit(tx, moment, { ...ROW, staffId, what })
  await tx
    .insertInto('delivery_terms')
    .values({
      version: rowVersion + 1,
      effective_at: moment.now,
      cut_off: terms.cutOff,
      default_days: terms.defaultDays,
      provinces: JSON.stringify(terms.provinces),
    })
    .execute()
}
