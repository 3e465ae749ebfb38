import { type GoodsVerb, goodsLifecycle } from '#contract/catalog/goods-editing/goods-lifecycle.ts'
import { incrementCatalogVersion } from '#server/catalog/catalog-version/public.ts'
import { recordGoodsEvents, refreshSearchRowsOfGoods } from '#server/catalog/goods/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { publishEvents } from '#server/platform/core/outbox.ts'
import { deleteDraftRows } from './content-store.ts'
import { type GoodsAtRowVersion, lockGoodsAtRowVersion, requireGoodsVerbAllowed } from './goods-at-version.ts'
import { saveSameContentAsNewVersion } from './publishing/save-version.ts'

/**
 * Takes goods off sale, puts them on sale again, or archives them with their draft; buyers see it within a second. `note` is what the
 * history says, by default the name of the step. `asVersion`: the change is a version of its own. Refuses GOODS_NOT_FOUND, ROW_CHANGED,
 * GOODS_STATE_WRONG.
 */
export async function changeGoodsState(
  tx: Tx,
  moment: Moment,
  verb: Exclude<GoodsVerb, 'publish'>,
  { staffId, note, asVersion = false, ...ref }: GoodsAtRowVersion & { staffId: string; note?: string; asVersion?: boolean },
): Promise<{ rowVersion: number }> {
  const { goods } = await lockGoodsAtRowVersion(tx, { ...ref, staffId })
  requireGoodsVerbAllowed(goods, verb)
  const { goodsId, skus } = goods
  const { to, label } = goodsLifecycle.verbs[verb]
  if (verb === 'archive') await deleteDraftRows(tx, [goodsId])
  const { states } = goodsLifecycle
  const differences = [{ path: 'state', label: '状态', from: states[goods.state].label, to: states[to].label }]
  const change = { staffId, now: moment.now, note: note ?? label }
  const rowVersion = asVersion
    ? await saveSameContentAsNewVersion(tx, moment, { goods, state: to, differences, ...change })
    : (await recordGoodsEvents(tx, { events: [{ goodsId, differences, counted: true, state: to }], ...change })).get(goodsId)
  await refreshSearchRowsOfGoods(tx, [goodsId])
  await incrementCatalogVersion(tx)
  // People who wait for one of the SKUs got no message while the goods were off sale.
  const back = verb === 'relist' ? skus.filter(({ onShelf }) => onShelf).map(({ skuId }) => skuId) : []
  if (back.length > 0) await publishEvents(tx, moment, [{ topic: 'stock.changed', payload: { skuIds: back } }])
  return { rowVersion: rowVersion ?? 0 }
}
