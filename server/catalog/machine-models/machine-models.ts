// Reads and writes the table `machine_model`.
import { sql } from 'kysely'
import { MACHINE_MODELS_MAX, type MachineModelRow } from '#contract/catalog/machine-models/console-api.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { incrementCatalogVersion } from '#server/catalog/catalog-version/public.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import { formatNamesAndCount } from '#server/platform/core/format-names-and-count.ts'
import { formatLikeContainsPattern } from '#server/platform/core/like-pattern.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { publishEvents } from '#server/platform/core/outbox.ts'
import { countRows, fetchPageWithTotal, type RowSlice } from '#server/platform/core/paging.ts'
import {
  buildRowVersionSubquery,
  formatRowEdit,
  lockOutEditorsAndRequireRowVersion,
  recordRowEdit,
} from '#server/platform/core/row-edits.ts'
import { readMachineModelGoodsSummary } from './goods-machine-models.ts'

/** Returns a page of machine models by maker and model. */
export async function listMachineModels(
  db: Db,
  { keyword, ...slice }: RowSlice & { keyword?: string | undefined },
): Promise<{ dataList: MachineModelRow[]; total: number }> {
  let all = db.selectFrom('machine_model as m')
  if (keyword) {
    const like = formatLikeContainsPattern(keyword)
    all = all.where(sql<boolean>`(m.maker || ' ' || m.model ilike ${like} or m.kind ilike ${like})`)
  }
  const page = all
    .select(['m.id as machineModelId', 'm.maker', 'm.model', 'm.kind', buildRowVersionSubquery('machineModel', 'm.id').as('rowVersion')])
    .select(sql<number>`(select count(*) from goods_machine_model f where f.machine_model_id = m.id)`.as('goodsCount'))
    .orderBy('m.maker')
    .orderBy('m.model')
  const { rows, total } = await fetchPageWithTotal(page, all, slice)
  return { dataList: rows, total }
}

interface MachineModel {
  maker: string
  model: string
  kind: string
}

async function requireFreeName(tx: Tx, id: string | undefined, { maker, model }: MachineModel): Promise<void> {
  const other = await tx
    .selectFrom('machine_model')
    .select('id')
    .where(sql`lower(maker)`, '=', maker.toLowerCase())
    .where(sql`lower(model)`, '=', model.toLowerCase())
    .executeTakeFirst()
  if (other && other.id !== id) refuse('MACHINE_MODEL_TAKEN', { field: 'model' })
}

/** The lock serialises two people who write the same name, and the second is refused. */
const lockNames = (tx: Tx) => sql`select pg_advisory_xact_lock(hashtextextended('machine models', 0))`.execute(tx)

/** Creates a machine model. Refuses MACHINE_MODEL_TAKEN, MACHINE_MODELS_FULL. */
export async function createMachineModel(tx: Tx, moment: Moment, { maker, model, kind }: MachineModel): Promise<{ id: string }> {
  await lockNames(tx)
  await requireFreeName(tx, undefined, { maker, model, kind })
  if ((await countRows(tx.selectFrom('machine_model'))) >= MACHINE_MODELS_MAX) refuse('MACHINE_MODELS_FULL')
  const id = moment.newId()
  await tx.insertInto('machine_model').values({ id, maker, model, kind, created_at: moment.now }).execute()
  return { id }
}

const labels = { maker: '制造商', model: '型号', kind: '机械类型' }

/** Changes a machine model. Refuses ROW_CHANGED, MACHINE_MODEL_NOT_FOUND, MACHINE_MODEL_TAKEN. */
export async function changeMachineModel(
  tx: Tx,
  moment: Moment,
  { id, rowVersion, staffId, ...values }: MachineModel & { id: string; rowVersion: number; staffId: string },
): Promise<{ id: string }> {
  await lockNames(tx)
  const row = { kind: 'machineModel', key: id } as const
  await lockOutEditorsAndRequireRowVersion(tx, { ...row, seen: rowVersion })
  const before = await tx.selectFrom('machine_model').select(['maker', 'model', 'kind']).where('id', '=', id).executeTakeFirst()
  if (!before) refuse('MACHINE_MODEL_NOT_FOUND')
  await requireFreeName(tx, id, values)
  await tx.updateTable('machine_model').set(values).where('id', '=', id).execute()
  await publishEvents(tx, moment, [{ topic: 'search-texts.changed', payload: { machineModelId: id } }])
  await recordRowEdit(tx, moment, { ...row, staffId, what: formatRowEdit(labels, before, values) })
  await incrementCatalogVersion(tx)
  return { id }
}

/** Finds the names of goods. The goods module uses this one, so the caller that binds the calls passes this function in. */
export type FindGoodsIdAndNameById = (db: Db, ids: readonly string[]) => Promise<{ id: string; name: string }[]>

/** Deletes a machine model. Refuses ROW_CHANGED, MACHINE_MODEL_NOT_FOUND, and MACHINE_MODEL_IN_USE with the goods that fit it. */
export async function deleteMachineModel(
  tx: Tx,
  { id, rowVersion, findGoods }: { id: string; rowVersion: number; findGoods: FindGoodsIdAndNameById },
): Promise<void> {
  await lockOutEditorsAndRequireRowVersion(tx, { kind: 'machineModel', key: id, seen: rowVersion })
  // A transaction that gives this model to goods locks the row, so none is added after the count.
  const known = await tx.selectFrom('machine_model').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
  if (!known) refuse('MACHINE_MODEL_NOT_FOUND')
  const { count, first } = await readMachineModelGoodsSummary(tx, id)
  if (count > 0) {
    const goods = (await findGoods(tx, first)).map(({ name }) => name).sort()
    refuse('MACHINE_MODEL_IN_USE', { count, goods, msg: `${formatNamesAndCount('商品', goods, count)}适用于该机型，不能删除` })
  }
  await tx.deleteFrom('machine_model').where('id', '=', id).execute()
}
