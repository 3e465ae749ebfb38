import { crossReferenceFits } from '#contract/catalog/goods/cross-reference.ts'
import { goodsAfterSaleRules, goodsFreightRules } from '#contract/catalog/goods/terms.ts'
import { type Fen, formatMoney } from '#contract/platform/core/money.ts'
import { type GoodsContent, goodsRelationKinds, type SkuContent } from './content.ts'
import type { GoodsContentDifference } from './shapes.ts'

/** The names of the things that a content refers to by id. Unknown ones are shown as ids. */
export interface NamesInGoodsContent {
  shops: ReadonlyMap<string, string>
  categories: ReadonlyMap<number, string>
  brands: ReadonlyMap<string, string>
}
const noNames: NamesInGoodsContent = { shops: new Map(), categories: new Map(), brands: new Map() }

const TEXT_SHOWN = 200
const NONE = '无'

const cut = (text: string): string => {
  const letters = [...text]
  return letters.length <= TEXT_SHOWN ? text : `${letters.slice(0, TEXT_SHOWN).join('')}…`
}
const formatCount = (values: readonly unknown[], unit: string): string => (values.length === 0 ? NONE : `${values.length} ${unit}`)
const formatPrice = (price: Fen | null): string => (price === null ? NONE : formatMoney(price))
const formatPairs = (pairs: readonly (readonly [string, string])[]): string => pairs.map(([name, value]) => `${name} ${value}`).join('；')
const nameOr = <Id extends string | number>(id: Id | null, names: ReadonlyMap<Id, string>): string =>
  id === null ? '' : (names.get(id) ?? String(id))

type Formats<Whole> = { [Name in keyof Whole]: { label: string; format: (value: Whole[Name], names: NamesInGoodsContent) => string } }

const headFormats: Formats<Omit<GoodsContent, 'skus'>> = {
  code: { label: '商品编码', format: (text) => text },
  shopId: { label: '店铺', format: (id, { shops }) => nameOr(id, shops) },
  categoryId: { label: '分类', format: (id, { categories }) => nameOr(id, categories) },
  brandId: { label: '品牌', format: (id, { brands }) => nameOr(id, brands) },
  name: { label: '商品名称', format: (text) => text },
  subtitle: { label: '副标题', format: (text) => text },
  spec: { label: '主要规格', format: (text) => text },
  unit: { label: '单位', format: (text) => text },
  pictures: { label: '图片', format: (pictures) => formatCount(pictures, '张') },
  description: { label: '商品说明', format: (text) => text },
  documents: { label: '文件', format: (documents) => formatCount(documents, '份') },
  attributes: { label: '参数', format: (values) => formatCount(values, '项') },
  parameters: { label: '其他参数', format: formatPairs },
  hardness: { label: '岩石硬度', format: (range) => (range === null ? '' : `f ${range[0]}–${range[1]}`) },
  tags: { label: '标签', format: (tags) => tags.join('、') },
  freight: { label: '运费', format: (freight) => goodsFreightRules[freight].label },
  afterSale: { label: '售后规则', format: (rule) => goodsAfterSaleRules[rule].label },
  licenceKindIds: { label: '需要的许可证', format: (ids) => formatCount(ids, '种') },
  machineModelIds: { label: '适用机型', format: (ids) => formatCount(ids, '个') },
  relations: {
    label: '关联商品',
    format: (relations) =>
      Object.entries(goodsRelationKinds)
        .map(([kind, { label }]) => ({ label, many: relations.filter((relation) => relation.kind === kind).length }))
        .filter(({ many }) => many > 0)
        .map(({ label, many }) => `${label} ${many} 个`)
        .join('、'),
  },
}

const yesNo = (yes: boolean): string => (yes ? '是' : '否')
const skuFormats: Formats<Omit<SkuContent, 'skuId'>> = {
  code: { label: '规格编码', format: (text) => text },
  barcode: { label: '条码', format: (text) => text },
  manufacturerNo: { label: '厂家编号', format: (text) => text },
  choices: { label: '规格参数', format: (values) => formatCount(values, '项') },
  props: { label: '规格值', format: formatPairs },
  salePrice: { label: '现金价', format: formatPrice },
  creditPrice: { label: '赊销价', format: formatPrice },
  costPrice: { label: '成本', format: formatPrice },
  minimum: { label: '起订量', format: String },
  step: { label: '倍数', format: String },
  packing: { label: '包装', format: (text) => text },
  weightGrams: { label: '重量', format: (grams) => `${grams} 克` },
  volumeCm3: { label: '体积', format: (volume) => `${volume} 立方厘米` },
  lowStock: { label: '库存预警', format: (count) => (count === null ? '' : String(count)) },
  replacedBy: { label: '替代规格', format: (id) => id ?? '' },
  crossReferences: {
    label: '竞品型号',
    format: (references) =>
      references
        .map(({ brand, partNumber, fit, note }) => [brand, partNumber, crossReferenceFits[fit].label, note].filter(Boolean).join(' '))
        .join('；'),
  },
  onShelf: { label: '上架', format: yesNo },
  archived: { label: '停用', format: yesNo },
}

export const goodsFieldKeysWithoutSkus = Object.keys(headFormats) as (keyof typeof headFormats)[]
export const skuFieldKeys = Object.keys(skuFormats) as (keyof typeof skuFormats)[]

const sorted = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.fromEntries(Object.entries(value).sort()) : value

/** Whether two values of a field are equal, in whatever order their parts were written. */
export const isSameGoodsFieldValue = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one, sorted) === JSON.stringify(other, sorted)

/** The differing fields of two objects with the same fields. */
function compareFields<Whole>(
  formats: Formats<Whole>,
  [from, to]: readonly [Whole, Whole],
  { path, label, names }: { path: string; label: string; names: NamesInGoodsContent },
): GoodsContentDifference[] {
  const fields = Object.keys(formats) as (keyof Whole & string)[]
  return fields.flatMap((field): GoodsContentDifference[] => {
    if (isSameGoodsFieldValue(from[field], to[field])) return []
    const { format, label: own } = formats[field]
    const shown = (whole: Whole) => cut(format(whole[field], names)) || NONE
    return [{ path: `${path}${field}`, label: `${label}${own}`, from: shown(from), to: shown(to) }]
  })
}

/** A new SKU has no id before it is saved, so its code identifies it. */
const keyOf = ({ skuId, code }: SkuContent): string => skuId ?? code

interface NamedSku {
  skuId: string
  code: string
}
type Both<Fields extends keyof SkuContent> = readonly [Pick<SkuContent, Fields>, Pick<SkuContent, Fields>]
const placeOf = ({ skuId, code }: NamedSku) => ({ path: `skus.${skuId}.`, label: `规格 ${code} · `, names: noNames })

const { salePrice, creditPrice, onShelf } = skuFormats
/** Lists what differs in the prices of one SKU, as `listGoodsContentDifferences` names it. */
export const listSkuPriceDifferences = (sku: NamedSku, both: Both<'salePrice' | 'creditPrice'>): GoodsContentDifference[] =>
  compareFields({ salePrice, creditPrice }, both, placeOf(sku))
/** The same for its shelf. */
export const listSkuOnSaleDifferences = (sku: NamedSku, both: Both<'onShelf'>): GoodsContentDifference[] =>
  compareFields({ onShelf }, both, placeOf(sku))

function compareSkus(from: readonly SkuContent[], to: readonly SkuContent[], names: NamesInGoodsContent): GoodsContentDifference[] {
  const [before, after] = [new Map(from.map((sku) => [keyOf(sku), sku])), new Map(to.map((sku) => [keyOf(sku), sku]))]
  const gone = [...before].filter(([key]) => !after.has(key))
  const found = [...after].flatMap(([key, sku]): GoodsContentDifference[] => {
    const old = before.get(key)
    const [path, label] = [`skus.${key}`, `规格 ${sku.code}`]
    if (!old) return [{ path, label, from: NONE, to: '新增' }]
    return compareFields(skuFormats, [old, sku], { path: `${path}.`, label: `${label} · `, names })
  })
  const shared = (map: ReadonlyMap<string, unknown>, other: ReadonlyMap<string, unknown>) => [...map.keys()].filter((key) => other.has(key))
  const moved = !isSameGoodsFieldValue(shared(before, after), shared(after, before))
  return [
    ...found,
    ...gone.map(([key, sku]) => ({ path: `skus.${key}`, label: `规格 ${sku.code}`, from: '有', to: '删除' })),
    ...(moved ? [{ path: 'skus', label: '规格顺序', from: '原顺序', to: '新顺序' }] : []),
  ]
}

/** Lists the fields in which two contents differ, for people, in the order of the editor's page. */
export function listGoodsContentDifferences(
  from: GoodsContent,
  to: GoodsContent,
  names: NamesInGoodsContent = noNames,
): GoodsContentDifference[] {
  return [...compareFields(headFormats, [from, to], { path: '', label: '', names }), ...compareSkus(from.skus, to.skus, names)]
}
