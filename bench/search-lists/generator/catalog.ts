// The goods of catalog.tsv, the only source of answers.
import { readTsvCells } from './rows.ts'

export interface Sku {
  code: string
  goods: Goods
  /** The properties that tell the SKUs of the goods apart. */
  properties: Readonly<Record<string, string>>
  cashYuan: number
  unit: string
  minimum: number
  step: number
  stock: number
}

export interface Goods {
  name: string
  /** The first and the second level of the category. */
  top: string
  leaf: string
  brand: string
  parameters: Readonly<Record<string, string>>
  /** The model at the beginning of the name, otherwise empty. */
  model: string
  /** The name without the model. */
  word: string
  skus: Sku[]
}

/** They look like models and are a grade or a class of oil. */
const NO_MODELS = ['L-HM', 'L-CKD', 'YG8', 'CI-4']

function findModel(name: string): string {
  const [first = '', ...rest] = name.split(' ')
  // "U85 快换齿座 KH-38" is a holder of its own model for U85; "V19 / V20 斗齿齿根" fits two models.
  if (rest.length === 0 || name.includes('/') || NO_MODELS.includes(first)) return ''
  if (first === 'U85' && name !== 'U85 采煤截齿') return ''
  return /^[A-Z0-9-]*[A-Z][A-Z0-9-]*$/.test(first) ? first : ''
}

/** Parses "刀头直径=20 mm；包装=单支". */
const parsePairs = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split('；')
      .filter(Boolean)
      .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  )

function readCatalogue(): Map<string, Goods> {
  const all = new Map<string, Goods>()
  for (const cells of readTsvCells('catalog.tsv')) {
    const [category = '', name = '', , brand = '', code = '', properties = '', cash, , unit = '', minimum, step, stock, parameters = ''] =
      cells
    const [top = '', leaf = ''] = category.split(' > ')
    const model = findModel(name)
    const word = model ? name.slice(model.length + 1) : name
    const goods = all.get(name) ?? { name, top, leaf, brand, parameters: parsePairs(parameters), model, word, skus: [] }
    all.set(name, goods)
    const numbers = { cashYuan: Number(cash), minimum: Number(minimum), step: Number(step), stock: Number(stock) }
    goods.skus.push({ code, goods, properties: parsePairs(properties), unit, ...numbers })
  }
  return all
}

export const goodsByName: ReadonlyMap<string, Goods> = readCatalogue()
export const allGoods: readonly Goods[] = [...goodsByName.values()]
export const allSkus: readonly Sku[] = allGoods.flatMap((goods) => goods.skus)
export const skuByCode: ReadonlyMap<string, Sku> = new Map(allSkus.map((sku) => [sku.code, sku]))

/** Whether the quantity is one of those that the SKU is sold in. */
export const isOrderable = ({ minimum, step }: Sku, quantity: number): boolean => quantity >= minimum && (quantity - minimum) % step === 0

/** Returns the names of the goods of SKUs, each once. */
export const getDistinctGoodsNamesOfSkus = (skus: readonly Sku[]): string[] => [...new Set(skus.map(({ goods }) => goods.name))]
/** Returns the code of a SKU that is the only one, otherwise an empty string. */
export const getCodeOfOnlySku = ([first, ...others]: readonly Sku[]): string => (first && others.length === 0 ? first.code : '')

export const getSubcategoryOfGoods = (goods: Goods): string => goods.leaf
export const getSubcategoryOfSku = (sku: Sku): string => sku.goods.leaf
/** Empty if the SKU or the goods do not have it. */
export const readProperty = (sku: Sku, name: string): string => sku.properties[name] ?? ''
export const readParameter = (goods: Goods, name: string): string => goods.parameters[name] ?? ''

export const isPick = ({ leaf }: Goods): boolean => ['采煤截齿', '掘进截齿', '旋挖截齿'].includes(leaf)
export const picks = allGoods.filter(isPick)
export const millingTeeth = allGoods.filter(({ leaf }) => ['冷铣刨齿', '再生与拌和齿'].includes(leaf))
export const toolHolderGoods = allGoods.filter(({ leaf }) => leaf === '齿座')
export const rollerCones = allGoods.filter(({ leaf }) => leaf === '镶齿牙轮' || leaf === '铣齿牙轮')
export const isBead = ({ leaf }: Goods): boolean => leaf === '合金珠系列'
export const goodsWithModel = allGoods.filter(({ model }) => model)
