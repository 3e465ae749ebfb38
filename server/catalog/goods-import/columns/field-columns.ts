// The columns of a sheet of goods that are the same for all categories.
import * as z from 'zod/mini'
import { goodsAfterSaleRules, goodsFreightRules } from '#contract/catalog/goods/terms.ts'
import { GoodsContent, type GoodsRelationKind, goodsRelationKinds, SkuContent } from '#contract/catalog/goods-editing/content.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { CellFault } from './cell-fault.ts'
import { formatCrossReferencesCell, parseCrossReferencesCell } from './cross-reference-cells.ts'
import {
  CELL_LIST_SEPARATOR,
  formatNamesOfIds,
  formatPairsCell,
  formatPicturesCell,
  type NameIndex,
  type NameIndexes,
  parseDocumentsCell,
  parseListCell,
  parseNamesToIds,
  parsePairsCell,
  parsePicturesCell,
} from './names.ts'
import { parseIntegerCell, parseLabelToKey, parseMoneyCell, parseYesNoCell, YES_NO_WORDS } from './read-values.ts'

/** A field of goods or of a SKU as a column. */
export interface FieldColumn<Owner> {
  /** The position in the content. */
  field: keyof Owner & string
  title: string
  width: number
  kind: 'text' | 'money' | 'count'
  /** The allowed values, if they are a short list. */
  choices?: 'shops' | 'categories' | 'brands' | readonly string[]
  format: (owner: Owner, names: NameIndexes) => string | number | null
  /** The field after a cell was read. */
  read: (text: string, owner: Owner, names: NameIndexes) => Partial<Owner> | CellFault
  /** The field after an empty cell, if the cell empties it; undefined: the field has no empty value. */
  emptied?: (owner: Owner) => Partial<Owner>
}

export const EMPTY_GOODS_CONTENT: GoodsContent = z.decode(GoodsContent, {})
export const EMPTY_SKU_CONTENT: SkuContent = z.decode(SkuContent, {})

/** Reads the cell of a field and returns the part of its owner with the value. */
const readInto =
  <Owner, Field extends keyof Owner>(field: Field, read: (text: string, owner: Owner, names: NameIndexes) => Owner[Field] | CellFault) =>
  (text: string, owner: Owner, names: NameIndexes): Partial<Owner> | CellFault => {
    const value = read(text, owner, names)
    return value instanceof CellFault ? value : ({ [field]: value } as unknown as Partial<Owner>)
  }

type Column<Owner> = FieldColumn<Owner>
type TextFields<Owner> = { [F in keyof Owner]: Owner[F] extends string ? F : never }[keyof Owner] & string

const textColumn = <Owner>(field: TextFields<Owner>, title: string, width: number): Column<Owner> => ({
  field,
  title,
  width,
  kind: 'text',
  format: (owner) => String(owner[field]),
  read: readInto(field, (text) => text as Owner[typeof field]),
  emptied: () => ({ [field]: '' }) as unknown as Partial<Owner>,
})

const idColumn = <Field extends 'shopId' | 'categoryId' | 'brandId'>(
  field: Field,
  title: string,
  choices: 'shops' | 'categories' | 'brands',
): Column<GoodsContent> => {
  type Id = NonNullable<GoodsContent[Field]>
  const indexIn = (names: NameIndexes) => names[choices] as unknown as NameIndex<Id>
  return {
    field,
    title,
    width: 22,
    kind: 'text',
    choices,
    format: (owner, names) => {
      const id = owner[field] as Id | null
      return id === null ? '' : (indexIn(names).nameOf(id) ?? String(id))
    },
    read: readInto<GoodsContent, Field>(field, (text, _, names) => indexIn(names).idOf(text)),
    emptied: () => ({ [field]: null }),
  }
}

const hardnessColumn = (title: string, at: 0 | 1): Column<GoodsContent> => ({
  field: 'hardness',
  title,
  width: 12,
  kind: 'text',
  format: ({ hardness }) => hardness?.[at] ?? null,
  read: readInto<GoodsContent, 'hardness'>('hardness', (text, { hardness }) => {
    const value = Number(text)
    if (!Number.isFinite(value) || value < 0 || value > 1_000) return new CellFault('请填写数字')
    return at === 0 ? [value, hardness?.[1] ?? value] : [hardness?.[0] ?? value, value]
  }),
  emptied: () => ({ hardness: null }),
})

const relationColumn = (kind: GoodsRelationKind): Column<GoodsContent> => ({
  field: 'relations',
  title: `${goodsRelationKinds[kind].label}商品`,
  width: 24,
  kind: 'text',
  format: ({ relations }, names) =>
    formatNamesOfIds(
      relations.filter((one) => one.kind === kind).map(({ goodsId }) => goodsId),
      names.goods,
    ),
  read: readInto<GoodsContent, 'relations'>('relations', (text, { relations }, names) => {
    const ids = parseNamesToIds(text, names.goods)
    if (ids instanceof CellFault) return ids
    return [...relations.filter((one) => one.kind !== kind), ...ids.map((goodsId) => ({ kind, goodsId }))]
  }),
  emptied: ({ relations }) => ({ relations: relations.filter((one) => one.kind !== kind) }),
})

export const goodsFieldColumns: readonly Column<GoodsContent>[] = [
  textColumn('name', '商品名称', 34),
  textColumn('subtitle', '副标题', 24),
  idColumn('shopId', '店铺', 'shops'),
  idColumn('categoryId', '分类', 'categories'),
  idColumn('brandId', '品牌', 'brands'),
  textColumn('spec', '主要尺寸', 28),
  textColumn('unit', '单位', 8),
  {
    field: 'pictures',
    title: '图片',
    width: 30,
    kind: 'text',
    format: ({ pictures }) => formatPicturesCell(pictures),
    read: readInto<GoodsContent, 'pictures'>('pictures', (text, { pictures }, names) => parsePicturesCell(text, pictures, names)),
    emptied: () => ({ pictures: [] }),
  },
  {
    field: 'documents',
    title: '文件',
    width: 30,
    kind: 'text',
    format: ({ documents }) => documents.join(CELL_LIST_SEPARATOR),
    read: readInto<GoodsContent, 'documents'>('documents', (text, _, names) => parseDocumentsCell(text, names)),
    emptied: () => ({ documents: [] }),
  },
  textColumn('description', '商品描述', 40),
  {
    field: 'parameters',
    title: '其他参数',
    width: 30,
    kind: 'text',
    format: ({ parameters }) => formatPairsCell(parameters),
    read: readInto<GoodsContent, 'parameters'>('parameters', parsePairsCell),
    emptied: () => ({ parameters: [] }),
  },
  hardnessColumn('岩石硬度下限', 0),
  hardnessColumn('岩石硬度上限', 1),
  {
    field: 'tags',
    title: '标签',
    width: 18,
    kind: 'text',
    format: ({ tags }) => tags.join(CELL_LIST_SEPARATOR),
    read: readInto<GoodsContent, 'tags'>('tags', parseListCell),
    emptied: () => ({ tags: [] }),
  },
  {
    field: 'freight',
    title: '运费',
    width: 16,
    kind: 'text',
    choices: keysOf(goodsFreightRules).map((key) => goodsFreightRules[key].label),
    format: ({ freight }) => goodsFreightRules[freight].label,
    read: readInto<GoodsContent, 'freight'>('freight', (text) => parseLabelToKey(text, goodsFreightRules)),
  },
  {
    field: 'afterSale',
    title: '售后规则',
    width: 20,
    kind: 'text',
    choices: keysOf(goodsAfterSaleRules).map((key) => goodsAfterSaleRules[key].label),
    format: ({ afterSale }) => goodsAfterSaleRules[afterSale].label,
    read: readInto<GoodsContent, 'afterSale'>('afterSale', (text) => parseLabelToKey(text, goodsAfterSaleRules)),
  },
  {
    field: 'machineModelIds',
    title: '适用机型',
    width: 28,
    kind: 'text',
    format: ({ machineModelIds }, { machineModels }) => formatNamesOfIds(machineModelIds, machineModels),
    read: readInto<GoodsContent, 'machineModelIds'>('machineModelIds', (text, _, { machineModels }) => {
      const ids = parseNamesToIds(text, machineModels)
      return ids instanceof CellFault ? ids : ids.toSorted()
    }),
    emptied: () => ({ machineModelIds: [] }),
  },
  ...keysOf(goodsRelationKinds).map(relationColumn),
]

const countColumn = <Field extends 'minimum' | 'step' | 'weightGrams' | 'volumeCm3' | 'lowStock'>(
  field: Field,
  title: string,
  emptied?: FieldColumn<SkuContent>['emptied'],
): Column<SkuContent> => ({
  field,
  title,
  width: 10,
  kind: 'count',
  format: (owner) => owner[field],
  read: readInto<SkuContent, Field>(field, (text) => parseIntegerCell(text) as SkuContent[Field] | CellFault),
  ...(emptied && { emptied }),
})

const moneyColumn = (field: 'salePrice' | 'creditPrice' | 'costPrice', title: string): Column<SkuContent> => ({
  field,
  title,
  width: 12,
  kind: 'money',
  format: (owner) => owner[field],
  read: readInto<SkuContent, typeof field>(field, parseMoneyCell),
  emptied: () => ({ [field]: null }),
})

const yesColumn = (field: 'onShelf' | 'archived', title: string): Column<SkuContent> => ({
  field,
  title,
  width: 8,
  kind: 'text',
  choices: YES_NO_WORDS,
  format: (owner) => (owner[field] ? YES_NO_WORDS[0] : YES_NO_WORDS[1]),
  read: readInto<SkuContent, typeof field>(field, parseYesNoCell),
})

export const skuFieldColumns: readonly Column<SkuContent>[] = [
  textColumn('barcode', '条码', 18),
  textColumn('manufacturerNo', '厂家编号', 18),
  {
    field: 'props',
    title: '规格值',
    width: 24,
    kind: 'text',
    format: ({ props }) => formatPairsCell(props),
    read: readInto<SkuContent, 'props'>('props', parsePairsCell),
    emptied: () => ({ props: [] }),
  },
  moneyColumn('salePrice', '现金价'),
  moneyColumn('creditPrice', '赊销价'),
  moneyColumn('costPrice', '成本'),
  countColumn('minimum', '起订量'),
  countColumn('step', '递增量'),
  textColumn('packing', '包装', 14),
  countColumn('weightGrams', '重量（克）', () => ({ weightGrams: 0 })),
  countColumn('volumeCm3', '体积（立方厘米）', () => ({ volumeCm3: 0 })),
  countColumn('lowStock', '库存预警', () => ({ lowStock: null })),
  {
    field: 'replacedBy',
    title: '替代规格',
    width: 18,
    kind: 'text',
    format: ({ replacedBy }, { skus }) => (replacedBy === null ? '' : (skus.nameOf(replacedBy) ?? replacedBy)),
    read: readInto<SkuContent, 'replacedBy'>('replacedBy', (text, _, { skus }) => skus.idOf(text)),
    emptied: () => ({ replacedBy: null }),
  },
  {
    field: 'crossReferences',
    title: '竞品型号',
    width: 30,
    kind: 'text',
    format: ({ crossReferences }) => formatCrossReferencesCell(crossReferences),
    read: readInto<SkuContent, 'crossReferences'>('crossReferences', parseCrossReferencesCell),
    emptied: () => ({ crossReferences: [] }),
  },
  yesColumn('onShelf', '上架'),
  yesColumn('archived', '停用'),
]

/** The title of the column of a field of goods or SKUs. */
export function getFieldColumnTitle(field: string): string {
  const column = [...goodsFieldColumns, ...skuFieldColumns].find((one) => one.field === field)
  if (!column) throw new Error(`no column stands for ${field}`)
  return column.title
}
