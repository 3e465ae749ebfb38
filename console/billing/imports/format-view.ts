import {
  type BankStatementFormat,
  bankStatementFormatFields,
  formatBankStatementHeading,
  REMARKS_LABEL,
} from '#contract/billing/bank/format-api.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'

/** The columns of a format as one sentence: 交易日期：记账日；流水号：编号. */
export function describeBankStatementFormat({ headings, columns }: Pick<BankStatementFormat, 'headings' | 'columns'>): string {
  const fields: [label: string, places: readonly number[]][] = keysOf(bankStatementFormatFields).map((field) => {
    const place = columns[field]
    return [bankStatementFormatFields[field].label, place === undefined ? [] : [place]]
  })
  const all: typeof fields = [...fields, [REMARKS_LABEL, columns.remarks]]
  return all
    .filter(([, places]) => places.length > 0)
    .map(([label, places]) => `${label}：${places.map((at) => formatBankStatementHeading(headings, at)).join('、')}`)
    .join('；')
}
