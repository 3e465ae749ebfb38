import type { GoodsCard } from '#contract/catalog/goods/shapes.ts'

/** The line below the name: the typed sizes, the traits that are not among them, and the number of SKUs. */
export function formatGoodsCardSubtitle({ spec, traits, skuCount }: Pick<GoodsCard, 'spec' | 'traits' | 'skuCount'>): string {
  const unnamed = traits.filter((trait) => !spec.includes(trait.split(' ')[0] ?? trait))
  return [spec, ...unnamed, skuCount > 1 ? `${skuCount} 种规格` : ''].filter(Boolean).join(' · ')
}

/**
 * Whether a buyer must choose among the SKUs on the page of the goods: there are several, and the search was not for the number of the one
 * on the card.
 */
export const isSkuChoiceNeeded = ({ skuCount, skuCode }: Pick<GoodsCard, 'skuCount' | 'skuCode'>, keyword: string | undefined): boolean =>
  skuCount > 1 && keyword?.trim().toUpperCase() !== skuCode.toUpperCase()
