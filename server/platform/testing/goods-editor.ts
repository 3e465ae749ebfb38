import sharp from 'sharp'
import { expect } from 'vitest'
import * as z from 'zod/mini'
import { GoodsContent, SkuContent } from '#contract/catalog/goods-editing/content.ts'
import type { Mall } from './mall.ts'
import { toBlob } from './uploads.ts'
import { yuanTextToFen } from './yuan.ts'

/** A staff member who edits goods, and contents that can be published. */
export async function createGoodsEditor(mall: Mall) {
  const catalogue = await mall.staff('catalogue')
  const { consoleGoods } = catalogue.api
  const bytes = await sharp({ create: { width: 600, height: 600, channels: 3, background: '#888' } })
    .png()
    .toBuffer()
  const { id: pictureId } = await catalogue.api.goodsPicture.upload({ alt: '' }, { file: toBlob(bytes, 'image/png') })
  let made = 0

  const sku = (given: Partial<SkuContent> = {}): SkuContent => ({
    ...z.decode(SkuContent, {}),
    code: `GE-${++made}`,
    props: [['规格', `规格 ${made}`]],
    salePrice: yuanTextToFen('38.50'),
    creditPrice: yuanTextToFen('40.40'),
    ...given,
  })
  const content = (given: Partial<GoodsContent> = {}): GoodsContent => ({
    ...z.decode(GoodsContent, {}),
    code: `goods-ge-${++made}`,
    shopId: mall.shopId,
    categoryId: 2,
    name: 'U84 采煤截齿',
    unit: '支',
    pictures: [{ id: pictureId, alt: '', drawing: false }],
    description: '用于采煤机',
    skus: [sku()],
    ...given,
  })
  /** Saves and publishes new goods. */
  const fresh = async (given: Partial<GoodsContent> = {}) => {
    const { goodsId, rowVersion, skuIds } = await consoleGoods.save({ content: content(given) })
    await consoleGoods.publish({ goodsId, rowVersion })
    return { goodsId, skuIds, skuId: skuIds[0] ?? expect.fail('goods without a SKU') }
  }
  const shown = (goodsId: string) => consoleGoods.detail({ goodsId })
  /** The content of goods as their editor shows it. */
  const contentOf = async (goodsId: string): Promise<GoodsContent> => {
    const { draft, published } = await shown(goodsId)
    return draft?.content ?? published ?? expect.fail('goods without a content')
  }
  /** Saves a changed content. */
  const edits = async (goodsId: string, change: (before: GoodsContent) => Partial<GoodsContent>) => {
    const [before, { rowVersion }] = [await contentOf(goodsId), await shown(goodsId)]
    return consoleGoods.save({ goodsId, rowVersion, content: { ...before, ...change(before) } })
  }
  const publishes = async (goodsId: string, given: Partial<Parameters<typeof consoleGoods.publish>[0]> = {}) =>
    consoleGoods.publish({ goodsId, rowVersion: (await shown(goodsId)).rowVersion, ...given })
  return { catalogue, sku, content, fresh, shown, contentOf, edits, publishes }
}
