import { type TaxClassFormValues, toTaxClass } from '#console/catalog/tax-codes/tax-class-fields.tsx'
import { parseAmount } from '#console/platform/components/forms/rule.ts'
import { type GoodsAfterSaleRule, goodsAfterSaleRules, goodsFreightRules } from '#contract/catalog/goods/terms.ts'
import {
  type GoodsBulkEditChange,
  type GoodsBulkEditKind,
  goodsBulkEditKinds,
  goodsBulkEditPriceDirections,
  goodsBulkEditPriceRoundings,
  goodsBulkEditPriceTargets,
  goodsBulkEditTagModes,
} from '#contract/catalog/goods-bulk/change.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { formatMoney, ZERO_FEN } from '#contract/platform/core/money.ts'

/** The form values of a bulk edit. Amounts and percentages are text as typed. */
export interface GoodsBulkEditFormValues extends TaxClassFormValues {
  kind: GoodsBulkEditKind
  prices: keyof typeof goodsBulkEditPriceTargets
  direction: keyof typeof goodsBulkEditPriceDirections
  by: 'percent' | 'amount'
  percent: string
  amount: string
  rounding: keyof typeof goodsBulkEditPriceRoundings
  onSale: 'on' | 'off'
  categoryId?: string
  freight: keyof typeof goodsFreightRules
  afterSale: GoodsAfterSaleRule
  mode: keyof typeof goodsBulkEditTagModes
  tags: string[]
}

export const defaultGoodsBulkEditFormValues: GoodsBulkEditFormValues = {
  kind: 'price',
  prices: 'both',
  direction: 'up',
  by: 'percent',
  percent: '',
  amount: '',
  rounding: 'fen',
  onSale: 'off',
  freight: 'free',
  afterSale: 'qualityOnly',
  mode: 'add',
  tags: [],
  has: 'own',
  taxCode: '',
  taxName: '',
}

export const toLabelledOptions = <K extends string>(table: Record<K, { label: string }>) =>
  keysOf(table).map((value) => ({ value, label: table[value].label }))

const PERCENT = /^\d{1,4}(\.\d{1,2})?$/

/** The error of a typed percent; undefined if it is valid. */
export const percentError = (text: string): string | undefined => {
  if (text.trim() === '') return '请填写百分比'
  return PERCENT.test(text.trim()) && Number(text) <= 1_000 ? undefined : '填写 0–1000，最多两位小数，如 5 或 3.5'
}

/** The change in the form. */
export function toGoodsBulkEditChange(values: GoodsBulkEditFormValues): GoodsBulkEditChange {
  const { kind, prices, direction, by, percent, amount, rounding, onSale, categoryId, freight, afterSale, mode, tags } = values
  switch (kind) {
    case 'price': {
      const step = by === 'percent' ? { by, percent: Number(percent) } : { by, amount: parseAmount(amount) ?? ZERO_FEN }
      return { kind, prices, direction: prices === 'surcharge' ? 'up' : direction, step, rounding }
    }
    case 'shelf':
      return { kind, onSale: onSale === 'on' }
    case 'category':
      return { kind, categoryId: Number(categoryId) }
    case 'freight':
      return { kind, freight }
    case 'afterSale':
      return { kind, afterSale }
    case 'tags':
      return { kind, mode, tags }
    case 'taxClass':
      return { kind, taxClass: toTaxClass(values) }
  }
}

/** '价格：现金价和赊销价上调 5%，取整到分' */
export function formatGoodsBulkEditChange(change: GoodsBulkEditChange): string {
  const { label } = goodsBulkEditKinds[change.kind]
  switch (change.kind) {
    case 'price': {
      const { prices, direction, step, rounding } = change
      const move = step.by === 'percent' ? `${step.percent}%` : formatMoney(step.amount)
      return `${label}：${goodsBulkEditPriceTargets[prices].label}${goodsBulkEditPriceDirections[direction].label} ${move}，取整${goodsBulkEditPriceRoundings[rounding].label}`
    }
    case 'shelf':
      return change.onSale ? '重新上架' : '下架'
    case 'category':
      return '改分类'
    case 'freight':
      return `${label}：${goodsFreightRules[change.freight].label}`
    case 'afterSale':
      return `${label}：${goodsAfterSaleRules[change.afterSale].label}`
    case 'tags':
      return `${label}：${goodsBulkEditTagModes[change.mode].label}${change.tags.join('、') || '无'}`
    case 'taxClass':
      return `${label}：${change.taxClass ? change.taxClass.taxName : '沿用分类的'}`
  }
}
