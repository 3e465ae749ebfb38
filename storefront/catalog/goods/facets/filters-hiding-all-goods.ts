import type { GoodsFacets } from '#contract/catalog/facets/shapes.ts'
import type { GoodsListFilter } from '#storefront/catalog/goods/goods-list/shop-view.ts'
import { replaceFacetRange } from './facet-view.ts'

/** A condition without which goods would be found. */
export interface FilterHidingAllGoods {
  label: string
  goodsCount: number
  change: Partial<GoodsListFilter>
}

const looserLabels = { category: '分类', brand: '品牌', price: '价格', stock: '仅看有货', hardness: '岩石硬度' } as const
const looserChanges = {
  category: { categoryId: undefined, subName: undefined },
  brand: { brandIds: [] },
  price: { priceMin: undefined, priceMax: undefined },
  stock: { inStock: false },
  hardness: { hardness: undefined },
} satisfies Record<keyof typeof looserLabels, Partial<GoodsListFilter>>

/** Lists the conditions that leave no goods by themselves, those that hide most goods first. */
export function toFiltersHidingAllGoods({ choices }: GoodsListFilter, { looser, attributes }: GoodsFacets): FilterHidingAllGoods[] {
  return looser
    .filter(({ goodsCount }) => goodsCount > 0)
    .sort((a, b) => b.goodsCount - a.goodsCount)
    .map(({ condition, code, goodsCount }) =>
      condition === 'attribute'
        ? {
            label: attributes.find((one) => one.code === code)?.name ?? code ?? '',
            goodsCount,
            change: { choices: replaceFacetRange(choices, code ?? '', undefined) },
          }
        : { label: looserLabels[condition], goodsCount, change: looserChanges[condition] },
    )
}
