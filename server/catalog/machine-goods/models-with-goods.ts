// Reads the tables `machine_model`, `goods_machine_model` and `goods_search`: the machine models that goods on sale fit.
import { sql } from 'kysely'
import { normalisePartNumber } from '#contract/catalog/goods/normalise-part-number.ts'
import { type CountedMachineModel, MACHINE_MAKERS_MAX, type MachineMaker } from '#contract/catalog/machine-models/api.ts'
import type { Db } from '#server/platform/core/db.ts'
import { formatLikeContainsPattern } from '#server/platform/core/like-pattern.ts'
import { fetchPageWithTotal, type RowSlice } from '#server/platform/core/paging.ts'

const withGoods = (db: Db) =>
  db
    .selectFrom('machine_model as m')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('goods_machine_model as f')
          .innerJoin('goods_search as s', 's.goods_id', 'f.goods_id')
          .whereRef('f.machine_model_id', '=', 'm.id')
          .where('s.on_shelf', '=', true),
      ),
    )

/** Lists the makers of models that goods on sale fit, by name. */
export const listMachineMakersWithGoods = (db: Db): Promise<MachineMaker[]> =>
  withGoods(db)
    .select(['m.maker', db.fn.countAll<number>().as('modelCount')])
    .groupBy('m.maker')
    .orderBy('m.maker')
    .limit(MACHINE_MAKERS_MAX)
    .execute()

/**
 * Whether a text names a model. It may be a part of the model's maker, name or kind; or the model as on its nameplate, without spaces and
 * hyphens, with other text around it: 'ebz 160', 'EBZ160TY 掘进机'.
 */
const meansModel = (keyword: string) => {
  const like = formatLikeContainsPattern(keyword)
  const bare = normalisePartNumber(keyword)
  const bareModel = sql`regexp_replace(lower(m.model), '[^[:alnum:]]', '', 'g')`
  const named = sql`m.maker || ' ' || m.model || ' ' || m.kind ilike ${like}`
  return bare === ''
    ? sql<boolean>`(${named})`
    : sql<boolean>`(${named} or strpos(${bareModel}, ${bare}) > 0 or strpos(${bare}, ${bareModel}) > 0)`
}

/** Lists the models that goods on sale fit, by maker and model, each with the number of those goods. */
export async function listMachineModelsWithGoods(
  db: Db,
  { maker, keyword, slice }: { maker: string | undefined; keyword: string | undefined; slice: RowSlice },
): Promise<{ rows: CountedMachineModel[]; total: number }> {
  let all = withGoods(db)
  if (maker) all = all.where('m.maker', '=', maker)
  if (keyword) all = all.where(meansModel(keyword))
  const page = all
    .select(['m.id as machineModelId', 'm.maker', 'm.model', 'm.kind'])
    .select(
      sql<number>`(select count(*) from goods_machine_model f join goods_search s on s.goods_id = f.goods_id
        where f.machine_model_id = m.id and s.on_shelf)`.as('goodsCount'),
    )
    .orderBy('m.maker')
    .orderBy('m.model')
  return fetchPageWithTotal(page, all, slice)
}
