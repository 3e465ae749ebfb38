// Reads and writes the table `purchase_contract`.
import { anyOfIdsSql, type Db, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'

/** A contract as it was issued for the first time. */
export interface IssuedContract {
  enterpriseId: string
  orderId: string
  termsVersion: string
  /** The sealed names of both parties. */
  partiesSealed: Buffer
  hash: Buffer
}

/** Finds the contracts of the given orders that were issued, by order. */
export async function findIssuedContracts(db: Db, enterpriseId: string, orderIds: readonly string[]): Promise<Map<string, IssuedContract>> {
  if (orderIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('purchase_contract')
    .selectAll()
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', anyOfIdsSql(orderIds))
    .execute()
  return new Map(
    rows.map((row) => [
      row.id,
      { enterpriseId, orderId: row.id, termsVersion: row.terms_version, partiesSealed: row.parties_sealed, hash: row.hash },
    ]),
  )
}

/** Finds those of some orders of any companies whose contract was issued. */
export async function findOrderIdsWithIssuedContract(
  db: Db,
  { enterpriseIds, orderIds }: { enterpriseIds: readonly string[]; orderIds: readonly string[] },
): Promise<string[]> {
  if (orderIds.length === 0) return []
  const rows = await withoutTenantGuard(db, 'console')
    .selectFrom('purchase_contract')
    .select('id')
    .where('enterprise_id', '=', anyOfIdsSql(enterpriseIds))
    .where('id', '=', anyOfIdsSql(orderIds))
    .execute()
  return rows.map(({ id }) => id)
}

/** Inserts an issued contract. Of two concurrent calls the first one wins. */
export async function insertIssuedContract(
  tx: Tx,
  moment: Moment,
  { enterpriseId, orderId, termsVersion, partiesSealed, hash }: IssuedContract,
) {
  await tx
    .insertInto('purchase_contract')
    .values({
      enterprise_id: enterpriseId,
      id: orderId,
      terms_version: termsVersion,
      parties_sealed: partiesSealed,
      hash,
      issued_at: moment.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
