import type { GoodsCard } from '#contract/catalog/goods/shapes.ts'

/** The line below the name: the typed sizes, the traits that are not among them, and the number of SKUs. */
export function formatGoodsCardSubtitle({ spec, traits, skuCount }: Pick<GoodsCard, 'spec' | 'traits' | 'skuCount'>): string {
  const unnamed = traits.filter((trait) => !spec.includes(trait.split(' ')[0] ?? trait))
  return [spec, ...unnamed, skuCount > 1 ? `${skuCount} 种规格` : ''].filter(Boolean).join(' · ')
}
