// Reads the values of single cells: numbers, amounts, yes or no, one of a few labels.
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { type Fen, fen } from '#contract/platform/core/money.ts'
import { parseCellAmount } from '#server/adapters/spreadsheets/public.ts'
import { findMostSimilarName } from '#server/platform/core/most-similar-name.ts'
import { CellFault } from './cell-fault.ts'

const COUNT = /^[-－]?\d{1,10}(\.0+)?$/
/** A whole number. Its field decides whether it may be negative. */
export function parseIntegerCell(text: string): number | CellFault {
  const plain = text.replaceAll(',', '').replace('－', '-')
  return COUNT.test(plain) ? Number(plain) : new CellFault('请填写整数')
}

export function parseMoneyCell(text: string): Fen | CellFault {
  if (/^[-－]/.test(text)) return new CellFault('金额不能为负数')
  const amount = parseCellAmount(text.normalize('NFKC'))
  if (amount !== undefined) return fen(amount)
  return new CellFault(/^[¥￥]?[\d,]*\.\d{3,}$/.test(text) ? '金额最多两位小数' : '金额格式不正确')
}

export const YES_NO_WORDS = ['是', '否'] as const
export function parseYesNoCell(text: string): boolean | CellFault {
  if (/^(是|y|yes|true|1)$/i.test(text)) return true
  return /^(否|n|no|false|0)$/i.test(text) ? false : new CellFault('请填写“是”或“否”')
}

export const parseLabelToKey = <Key extends string>(text: string, labels: Record<Key, { label: string }>): Key | CellFault =>
  keysOf(labels).find((key) => labels[key].label === text) ??
  new CellFault(
    `请填写其中之一：${keysOf(labels)
      .map((key) => labels[key].label)
      .join('、')}`,
    findMostSimilarName(
      text,
      keysOf(labels).map((key) => labels[key].label),
    ),
  )
