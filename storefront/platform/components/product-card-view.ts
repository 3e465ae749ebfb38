import type { GoodsCard } from '#contract/catalog/goods/shapes.ts'

/** The line below the name: the typed sizes, the traits that are not among them, and the number of SKUs. */
export function formatGoodsCardSubtitle({ spec, traits, skuCount }: Pick<GoodsCard, 'spec' | 'traits' | 'skuCount'>): string {
  const unnamed = traits.filter((trait) => !spec.includes(trait.split(' ')[0] ?? trait))
  return [spec, ...unnamed, skuCount > 1 ? `${skuCount} 种规格` : ''].filter(Boolean).join(' · ')
}

/**
 * Whether a buyer must choose among the SKUs on the page of the goods: there are several, and the search was not for the number of the one
 * on the card. Sold-out goods offer 到货通知 on their card instead.
 */
export const isSkuChoiceNeeded = (
  { skuCount, skuCode, soldOut }: Pick<GoodsCard, 'skuCount' | 'skuCode' | 'soldOut'>,
  keyword: string | undefined,
): boolean => skuCount > 1 && !soldOut && keyword?.trim().toUpperCase() !== skuCode.toUpperCase()
