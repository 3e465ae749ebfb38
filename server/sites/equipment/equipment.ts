// Reads and writes the table `equipment`. wear-rates.ts and meter-readings.ts have the tables that belong to it.
import { sql } from 'kysely'
import { anyOfIdsSql, type Db, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { countRows } from '#server/platform/core/paging.ts'

/** The fields of a piece of equipment that the enterprise edits. */
export interface EquipmentFields {
  name: string
  model: string
  serialNo: string
  projectId: string | null
}

export interface EquipmentRow extends EquipmentFields {
  id: string
}

/** Identifies a piece of equipment of an enterprise. */
export interface EquipmentRef {
  enterpriseId: string
  id: string
}

const rows = (db: Db, enterpriseId: string) =>
  db
    .selectFrom('equipment')
    .select(['id', 'name', 'model', 'serial_no', 'project_id'])
    .where('enterprise_id', '=', enterpriseId)
    .where('deleted_at', 'is', null)

type Raw = Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>
const rowFrom = ({ serial_no, project_id, ...row }: Raw): EquipmentRow => ({ ...row, serialNo: serial_no, projectId: project_id })

/** Lists the equipment of an enterprise, sorted by name. */
export async function listEquipment(db: Db, enterpriseId: string): Promise<EquipmentRow[]> {
  return (await rows(db, enterpriseId).orderBy('name').orderBy('id').execute()).map(rowFrom)
}

export async function findEquipment(db: Db, { enterpriseId, id }: EquipmentRef): Promise<EquipmentRow | undefined> {
  const row = await rows(db, enterpriseId).where('id', '=', id).executeTakeFirst()
  return row && rowFrom(row)
}

/** Returns the names of equipment by id. Deleted equipment is included. */
export async function findEquipmentNames(db: Db, enterpriseId: string, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const found = await db
    .selectFrom('equipment')
    .select(['id', 'name'])
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', anyOfIdsSql(ids))
    .execute()
  return new Map(found.map(({ id, name }) => [id, name]))
}

/** Locks the equipment list of an enterprise against additions, and returns its length. */
export async function lockAndCountEquipment(tx: Tx, enterpriseId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`equipment of ${enterpriseId}`}, 0))`.execute(tx)
  return countRows(tx.selectFrom('equipment').where('enterprise_id', '=', enterpriseId).where('deleted_at', 'is', null))
}

/**
 * Locks a piece of equipment until the transaction ends, so that two readings of its meter run one after the other. Returns false if there
 * is none.
 */
export async function lockEquipment(tx: Tx, { enterpriseId, id }: EquipmentRef): Promise<boolean> {
  return (await rows(tx, enterpriseId).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()) !== undefined
}

const valuesOf = ({ name, model, serialNo, projectId }: EquipmentFields) => ({ name, model, serial_no: serialNo, project_id: projectId })

export async function insertEquipment(tx: Tx, moment: Moment, { enterpriseId, facts }: { enterpriseId: string; facts: EquipmentFields }) {
  const id = moment.newId()
  await tx
    .insertInto('equipment')
    .values({ enterprise_id: enterpriseId, id, ...valuesOf(facts), created_at: moment.now })
    .execute()
  return id
}

export async function updateEquipmentRow(tx: Tx, { enterpriseId, id }: EquipmentRef, facts: EquipmentFields): Promise<void> {
  await tx.updateTable('equipment').set(valuesOf(facts)).where('enterprise_id', '=', enterpriseId).where('id', '=', id).execute()
}

/** Marks a piece as deleted. Returns false if there was none. The row stays, because orders and costs still refer to it. */
export async function markEquipmentDeleted(tx: Tx, { now }: Pick<Moment, 'now'>, { enterpriseId, id }: EquipmentRef): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('equipment')
    .set({ deleted_at: now })
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
