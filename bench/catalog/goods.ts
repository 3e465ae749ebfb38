// Generated goods: the same number always gives the same goods, as a content or as rows of a file.
import * as z from 'zod/mini'
import type { AttributeValue } from '#contract/catalog/attributes/values.ts'
import { GoodsContent, SkuContent } from '#contract/catalog/goods-editing/content.ts'
import { type Fen, formatYuan } from '#contract/platform/core/money.ts'
import type { CatalogFixtureAttribute, CatalogFixtures } from './catalog-fixtures.ts'

/** Three tenths of the goods have four SKUs, the others three: 30,000 goods have about 100,000. */
const skusOfGoods = (at: number): number => (at % 3 === 0 ? 4 : 3)

const pick = <T>(list: readonly T[], at: number): T => {
  const one = list[at % list.length]
  if (one === undefined) throw new Error('an empty list')
  return one
}

const WORDS = ['采煤截齿', '掘进钻头', '液压支架阀', '皮带托辊', '矿用电缆', '锚杆托盘', '高压胶管', '硬质合金刀头'] as const
const PRIME = 7_919

const NO_GOODS = z.decode(GoodsContent, {})
const NO_SKU = z.decode(SkuContent, {})

const makeValue = ({ id, kind, choices }: CatalogFixtureAttribute, at: number): AttributeValue =>
  kind === 'number' ? { attributeId: id, number: (at % 400) / 4 } : { attributeId: id, choiceIds: [pick(choices, at).id] }

/** The content of generated goods. `raised` fen are added to their prices. */
function makeContent(ground: CatalogFixtures, at: number, raised = 0): GoodsContent {
  const category = pick(ground.categories, at * PRIME)
  const [maker, own] = [category.attributes.find(({ makesSkus }) => makesSkus), category.attributes.filter(({ makesSkus }) => !makesSkus)]
  const skus = Array.from({ length: skusOfGoods(at) }, (_, place): SkuContent => {
    const sale = 1_000 + ((at * 37 + place * 11) % 90_000) + raised
    return {
      ...NO_SKU,
      code: `BN-${at}-${place + 1}`,
      choices: maker ? [makeValue(maker, at + place)] : [],
      salePrice: sale as Fen,
      creditPrice: Math.round(sale * 1.05) as Fen,
      costPrice: Math.round(sale * 0.7) as Fen,
      weightGrams: 500 + (at % 900),
      packing: '10 支/盒',
    }
  })
  return {
    ...NO_GOODS,
    code: `BG-${at}`,
    shopId: pick(ground.shops, at).id,
    categoryId: category.id,
    brandId: pick(ground.brands, at * 3).id,
    name: `${pick(WORDS, at)} M${at} 加强型`,
    subtitle: '适用于中硬岩，库存充足，当天发货',
    spec: `柄径 ${20 + (at % 30)} · 全长 ${100 + (at % 90)} mm`,
    unit: '支',
    pictures: [{ id: pick(ground.pictureIds, at), alt: '', drawing: false }],
    description: `${pick(WORDS, at)}，用于采掘工作面。硬质合金刀头，耐磨耐冲击。\n\n- 热处理后表面硬度均匀\n- 每批附检测报告`,
    attributes: own.map((attribute, place) => makeValue(attribute, at + place)),
    tags: ['现货'],
    skus,
  }
}

export const buildGoodsImportHeadings = ({ attributes }: CatalogFixtures): string[] => [
  ...['商品编码', '规格编码', '商品名称', '副标题', '店铺', '分类', '品牌', '主要尺寸', '单位', '图片', '商品描述', '标签'],
  ...['现金价', '赊销价', '成本', '重量（克）', '包装'],
  ...attributes.map(({ name, code, kind }) => `${name}${kind === 'number' ? '（mm）' : ''}[${code}]`),
]

/** The rows of generated goods in a file, one per SKU, with the cells in the order of `buildGoodsImportHeadings`. */
export function* rowsOfGoods(ground: CatalogFixtures, at: number, raised = 0): Generator<string[]> {
  const content = makeContent(ground, at, raised)
  const nameIn = (list: readonly { id: string | number; name: string }[], id: string | number | null) =>
    list.find((one) => one.id === id)?.name ?? ''
  const head = [
    ...[content.name, content.subtitle, nameIn(ground.shops, content.shopId), nameIn(ground.categories, content.categoryId)],
    ...[nameIn(ground.brands, content.brandId), content.spec, content.unit, content.pictures[0]?.id ?? '', content.description, '现货'],
  ]
  for (const [place, sku] of content.skus.entries()) {
    const values = new Map([...content.attributes, ...sku.choices].map((value) => [value.attributeId, value]))
    const cells = ground.attributes.map(({ id, choices }) => {
      const { number, choiceIds = [] } = values.get(id) ?? {}
      return number === undefined ? nameIn(choices, choiceIds[0] ?? null) : String(number)
    })
    const prices = [sku.salePrice, sku.creditPrice, sku.costPrice].map((price) => formatYuan((price ?? 0) as Fen))
    yield [content.code, sku.code, ...(place === 0 ? head : head.map(() => '')), ...prices, String(sku.weightGrams), sku.packing, ...cells]
  }
}
