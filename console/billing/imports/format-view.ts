import {
  type BankStatementFormat,
  type BankStatementFormatField,
  bankStatementFormatFields,
  REMARKS_LABEL,
} from '#contract/billing/bank/format-api.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'

/** The name of a column; one without a heading is named by its position. */
export const toHeadingText = (headings: readonly string[], at: number): string => headings[at] || `第 ${at + 1} 列`

/** The columns of a format as one sentence: 交易日期：记账日；流水号：编号. */
export function describeBankStatementFormat({ headings, columns }: Pick<BankStatementFormat, 'headings' | 'columns'>): string {
  const fields: [label: string, places: readonly number[]][] = keysOf(bankStatementFormatFields).map((field: BankStatementFormatField) => {
    const place = columns[field]
    return [bankStatementFormatFields[field].label, place === undefined ? [] : [place]]
  })
  const all: typeof fields = [...fields, [REMARKS_LABEL, columns.remarks]]
  return all
    .filter(([, places]) => places.length > 0)
    .map(([label, places]) => `${label}：${places.map((at) => toHeadingText(headings, at)).join('、')}`)
    .join('；')
}
