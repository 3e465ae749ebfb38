import type { GoodsCard, Sku } from '#contract/catalog/goods/shapes.ts'
import { fen } from '#contract/platform/core/money.ts'

/** Creates a sample card for tests. */
export const createSampleGoodsCard = (fields: Partial<GoodsCard> = {}): GoodsCard => ({
  goodsId: '00000000-0000-7000-8000-000000000001',
  image: '00000000-0000-8000-8000-000000000084',
  name: 'U84 采煤截齿',
  spec: '柄径 38 · 刀头 22 · 全长 155 mm',
  traits: [],
  unit: '支',
  categoryId: 2,
  skuId: '00000000-0000-7000-8000-000000000002',
  skuCode: 'KT-U84-22',
  salePrice: fen(3_850),
  creditPrice: fen(4_040),
  priceLabel: null,
  stock: 100,
  minimum: 1,
  step: 1,
  skuCount: 1,
  soldOut: false,
  ...fields,
})

/** Creates a sample SKU with its properties as a map. */
export const createSampleSku = (skuId: string, props: Record<string, string>, fields: Partial<Sku> = {}): Sku => ({
  skuId,
  code: `KT-${skuId}`,
  skuProps: JSON.stringify(props),
  salePrice: fen(3_850),
  creditPrice: fen(4_040),
  steps: [{ from: 1, salePrice: fen(3_850), creditPrice: fen(4_040), saleLabel: null, creditLabel: null }],
  stock: 100,
  minimum: 1,
  step: 1,
  weightGrams: 1_570,
  soldOut: false,
  ...fields,
})
