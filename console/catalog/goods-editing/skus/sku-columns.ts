import { parseAmount } from '#console/platform/components/forms/rule.ts'
import type { SkuContent } from '#contract/catalog/goods-editing/content.ts'
import { type Fen, formatYuan, INPUT_AMOUNT_MAX } from '#contract/platform/core/money.ts'

/** A column of the grid for typed text: how a value is formatted for editing, and how a text is parsed. */
export interface SkuColumn {
  field: keyof SkuContent
  label: string
  width: number
  /** Shown right-aligned with tabular digits. */
  figure: boolean
  show: (sku: SkuContent) => string
  /** Parses a text to its fields; undefined: it cannot be parsed. */
  read: (text: string) => Partial<SkuContent> | undefined
  /** The error for a text that cannot be parsed. */
  fault: string
}

type TextName = 'code' | 'barcode' | 'manufacturerNo' | 'packing'
const textColumn = (field: TextName, label: string, { width, max }: { width: number; max: number }): SkuColumn => ({
  field,
  label,
  width,
  figure: false,
  show: (sku) => sku[field],
  read: (text) => ([...text].length <= max ? { [field]: text.trim() } : undefined),
  fault: `最多 ${max} 字`,
})

type MoneyName = 'salePrice' | 'creditPrice' | 'costPrice'
const formatTyped = (amount: Fen): string => formatYuan(amount).replaceAll(',', '')
const moneyColumn = (field: MoneyName, label: string): SkuColumn => ({
  field,
  label,
  width: 104,
  figure: true,
  show: (sku) => (sku[field] === null ? '' : formatTyped(sku[field])),
  read: (text) => {
    if (text.trim() === '') return { [field]: null }
    const amount = parseAmount(text)
    return amount === undefined || amount > INPUT_AMOUNT_MAX ? undefined : { [field]: amount }
  },
  fault: '金额最多两位小数，如 1200 或 1200.50',
})

const WHOLE = /^\d{1,10}$/
interface CountGiven {
  width: number
  max: number
  /** The value of an empty text. */
  empty: number | null
}
type CountName = 'minimum' | 'step' | 'weightGrams' | 'volumeCm3' | 'lowStock'
const countColumn = (field: CountName, label: string, { width, max, empty }: CountGiven): SkuColumn => ({
  field,
  label,
  width,
  figure: true,
  show: (sku) => (sku[field] === null ? '' : String(sku[field])),
  read: (text) => {
    const bare = text.replaceAll(/[\s,，]/g, '')
    if (bare === '') return { [field]: empty }
    return WHOLE.test(bare) && Number(bare) <= max ? { [field]: Number(bare) } : undefined
  },
  fault: '请填写整数',
})

const COUNT_MAX = 999_999

/** The properties that distinguish a SKU without attributes: '刀头直径 22mm；材质 YG11C', or a single word. */
export const skuPropsColumn: SkuColumn = {
  field: 'props',
  label: '规格',
  width: 176,
  figure: false,
  show: ({ props }) => props.map(([name, value]) => (name === '规格' ? value : `${name} ${value}`)).join('；'),
  read: (text) => {
    const parts = text.split(/[；;]/).map((part) => part.trim())
    const props = parts.filter(Boolean).map((part): [string, string] => {
      const [name = '', ...rest] = part.split(/\s+/)
      return rest.length === 0 ? ['规格', name] : [name, rest.join(' ')]
    })
    const fits = props.length <= 12 && props.every(([name, value]) => [...name].length <= 30 && [...value].length <= 100)
    return fits ? { props } : undefined
  },
  fault: '每项写成“名称 值”，用分号隔开，值最多 100 字',
}

/** The typed columns, in the order in which a block from a spreadsheet fills them. The two prices are side by side. */
export const skuColumns: readonly SkuColumn[] = [
  textColumn('code', '规格编码', { width: 148, max: 40 }),
  moneyColumn('salePrice', '现金价'),
  moneyColumn('creditPrice', '赊销价'),
  textColumn('barcode', '条码', { width: 136, max: 40 }),
  textColumn('manufacturerNo', '厂家编号', { width: 128, max: 60 }),
  countColumn('minimum', '起订量', { width: 76, max: COUNT_MAX, empty: 1 }),
  countColumn('step', '倍数', { width: 76, max: COUNT_MAX, empty: 1 }),
  textColumn('packing', '包装', { width: 104, max: 40 }),
  countColumn('weightGrams', '重量（克）', { width: 96, max: 2_000_000_000, empty: 0 }),
  countColumn('volumeCm3', '体积（cm³）', { width: 104, max: 2_000_000_000, empty: 0 }),
  countColumn('lowStock', '库存预警', { width: 84, max: COUNT_MAX, empty: null }),
  moneyColumn('costPrice', '成本'),
]
