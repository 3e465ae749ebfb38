// Reads and writes the table `goods_machine_model`: the machine models that goods fit.
import { sql } from 'kysely'
import { MACHINE_MODELS_PER_GOODS_MAX } from '#contract/catalog/machine-models/console-api.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { anyOfIdsSql, type Db, type Tx } from '#server/platform/core/db.ts'
import { NAMES_IN_REFUSAL_MAX } from '#server/platform/core/format-names-and-count.ts'
import { countRows } from '#server/platform/core/paging.ts'

/**
 * Replaces the machine models of goods, with three statements for all goods. Refuses MACHINE_MODEL_NOT_FOUND, also for more models than
 * goods may have.
 */
export async function replaceMachineModelsOfManyGoods(
  tx: Tx,
  goods: readonly { goodsId: string; machineModelIds: readonly string[] }[],
): Promise<void> {
  if (goods.length === 0) return
  const wanted = goods.map(({ goodsId, machineModelIds }) => ({ goodsId, ids: [...new Set(machineModelIds)] }))
  if (wanted.some(({ ids }) => ids.length > MACHINE_MODELS_PER_GOODS_MAX))
    refuse('INVALID_INPUT', { field: 'machineModelIds', msg: `最多 ${MACHINE_MODELS_PER_GOODS_MAX} 个机型` })
  const all = [...new Set(wanted.flatMap(({ ids }) => ids))]
  // Locks the models, so that none of them is deleted before this transaction ends.
  const known = await tx.selectFrom('machine_model').select('id').where('id', '=', anyOfIdsSql(all)).orderBy('id').forKeyShare().execute()
  if (known.length < all.length) refuse('MACHINE_MODEL_NOT_FOUND')
  const goodsIds = wanted.map(({ goodsId }) => goodsId)
  await tx.deleteFrom('goods_machine_model').where('goods_id', '=', anyOfIdsSql(goodsIds)).execute()
  const rows = wanted.flatMap(({ goodsId, ids }) => ids.map((machine_model_id) => ({ goods_id: goodsId, machine_model_id })))
  if (rows.length > 0) await tx.insertInto('goods_machine_model').values(rows).execute()
}

/** Does the same for one product. */
export const replaceMachineModelsOfGoods = (tx: Tx, goodsId: string, machineModelIds: readonly string[]): Promise<void> =>
  replaceMachineModelsOfManyGoods(tx, [{ goodsId, machineModelIds }])

/** Finds which of the given machine models do not exist. */
export async function findUnknownMachineModelIds(db: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('machine_model').select('id').where('id', '=', anyOfIdsSql(ids)).execute()
  const known = new Set(rows.map(({ id }) => id))
  return ids.filter((id) => !known.has(id))
}

/** Finds machine models by id, by maker and model. Unknown ids are left out. */
export async function findMachineModels(
  db: Db,
  ids: readonly string[],
): Promise<{ id: string; maker: string; model: string; kind: string }[]> {
  if (ids.length === 0) return []
  const found = db.selectFrom('machine_model').select(['id', 'maker', 'model', 'kind']).where('id', '=', anyOfIdsSql(ids))
  return found.orderBy('maker').orderBy('model').orderBy('id').execute()
}

/** Returns all machine models by id, as 'maker model'. */
export async function listMachineModelNamesById(db: Db): Promise<Map<string, string>> {
  const rows = await db.selectFrom('machine_model').select(['id', 'maker', 'model']).execute()
  return new Map(rows.map(({ id, maker, model }) => [id, `${maker} ${model}`]))
}

/** Lists the ids of the machine models that goods fit, sorted, by goods. Goods without one are left out. */
export async function findMachineModelIdsByGoods(db: Db, goodsIds: readonly string[]): Promise<Map<string, string[]>> {
  if (goodsIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('goods_machine_model')
    .select(['goods_id', 'machine_model_id'])
    .where('goods_id', '=', anyOfIdsSql(goodsIds))
    .orderBy('goods_id')
    .orderBy('machine_model_id')
    .execute()
  const byGoods = Map.groupBy(rows, ({ goods_id }) => goods_id)
  return new Map([...byGoods].map(([goodsId, of]) => [goodsId, of.map(({ machine_model_id }) => machine_model_id)]))
}

/** Lists the ids of the goods that fit a machine model, at most `limit`, the oldest first. */
export async function findGoodsIdsOfMachineModel(db: Db, machineModelId: string, limit?: number): Promise<string[]> {
  const all = db.selectFrom('goods_machine_model').select('goods_id').where('machine_model_id', '=', machineModelId).orderBy('goods_id')
  const rows = await (limit === undefined ? all : all.limit(limit)).execute()
  return rows.map(({ goods_id }) => goods_id)
}

/** Counts the goods that fit a machine model, and lists the first of them. */
export async function readMachineModelGoodsSummary(db: Db, id: string): Promise<{ count: number; first: string[] }> {
  const count = await countRows(db.selectFrom('goods_machine_model').where('machine_model_id', '=', id))
  return { count, first: await findGoodsIdsOfMachineModel(db, id, NAMES_IN_REFUSAL_MAX) }
}

/** Selects the machine models that goods fit, with maker and kind, as a list of texts. `goodsId`: a column. */
export const machineModelNamesSql = (goodsId: string) => sql<string[]>`array(
  select m.maker || ' ' || m.model || ' ' || m.kind from goods_machine_model as f join machine_model as m on m.id = f.machine_model_id
  where f.goods_id = ${sql.ref(goodsId)} order by m.maker, m.model)`
