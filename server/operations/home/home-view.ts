import type { HomeSection } from '#contract/operations/home/api.ts'
import { listFirstGoodsIds, readGoodsCards } from '#server/catalog/goods/public.ts'
import type { PriceViewer } from '#server/catalog/pricing/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import { type HomeViewer, listVisibleHomeSections } from './section-store.ts'

type Visible = NonNullable<Awaited<ReturnType<typeof listVisibleHomeSections>>>[number]

/** The goods of one section, as ids. Stock is part of the rule of 现货专区. */
async function listGoodsIds(db: Db, { kind, goodsRule, goodsIds, goodsCount }: Visible): Promise<string[]> {
  if (goodsRule === null) return []
  if (goodsRule === 'hand') return goodsIds
  return listFirstGoodsIds(db, { limit: goodsCount, sort: goodsRule, inStock: kind === 'stock' })
}

/**
 * Reads the home page for a viewer; null: the built-in arrangement. The cards of all sections are read together. `prices` is undefined for
 * a member who may not see goods.
 */
export async function readHomePage(db: Db, viewer: HomeViewer, prices: PriceViewer | undefined): Promise<HomeSection[] | null> {
  const sections = await listVisibleHomeSections(db, viewer)
  if (sections === null) return null
  const chosen = new Map<string, string[]>()
  // The reads run one after the other. In parallel each would need its own connection, and a busy server may not have enough for a guest.
  if (prices) for (const section of sections) chosen.set(section.id, await listGoodsIds(db, section))
  const all = [...new Set([...chosen.values()].flat())]
  const cards = new Map(prices ? (await readGoodsCards(db, prices, all)).map((card) => [card.goodsId, card]) : [])
  return sections.map(({ id, kind, title, text, target }) => ({
    id,
    kind,
    title,
    text,
    target,
    goods: (chosen.get(id) ?? []).flatMap((goodsId) => cards.get(goodsId) ?? []),
  }))
}
