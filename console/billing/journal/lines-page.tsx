import { EnterpriseFilterPicker } from '#console/people/enterprises/enterprise-picker.tsx'
import { type Column, customColumn, EMPTY_CELL, numberColumn } from '#console/platform/components/list/columns.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import { ExportMenu } from '#console/platform/components/list/export-menu.tsx'
import { dayFilter, pickFilter, textFilter } from '#console/platform/components/list/filters.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { useNow } from '#console/platform/components/use-now.ts'
import {
  formatJournalEntryNumber,
  type JournalLine,
  journalExportFormats,
  TypedJournalEntryNumber,
} from '#contract/billing/journal/console-api.ts'
import { JournalAccountCode } from '#contract/billing/journal/settings.ts'
import { formatTaxRate } from '#contract/catalog/goods/tax-rates.ts'
import { Day, Id } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { type Fen, formatMoney } from '#contract/platform/core/money.ts'
import { addMonths, toShanghaiMonth } from '#contract/platform/core/shanghai.ts'
import { JournalAccountPicker } from './components/account-picker.tsx'
import { createCustomerColumn } from './components/customer-column.tsx'
import { journalApi } from './components/journal-api.ts'
import { JournalTabs } from './components/journal-tabs.tsx'

const fields = {
  account: pickFilter('科目', JournalAccountCode),
  enterpriseId: pickFilter('客户', Id),
  no: textFilter('凭证号', TypedJournalEntryNumber, '如 12'),
  dateFrom: dayFilter('日期', Day),
  dateTo: dayFilter('至', Day),
}

const amount = (value: Fen) => (value === 0 ? EMPTY_CELL : formatMoney(value))
const columns: Column<JournalLine>[] = [
  customColumn({ title: '凭证', width: 92, value: (line) => <span className="num">{formatJournalEntryNumber(line)}</span> }),
  customColumn({ title: '日期', width: 104, value: ({ day }) => <span className="num">{day}</span> }),
  customColumn({ title: '摘要', width: 168, value: ({ title }) => title }),
  customColumn({
    title: '科目',
    value: ({ account, accountName }) => (
      <>
        <span className="num">{account}</span> {accountName}
      </>
    ),
  }),
  numberColumn({ title: '借方', width: 128, value: ({ debit }) => amount(debit) }),
  numberColumn({ title: '贷方', width: 128, value: ({ credit }) => amount(credit) }),
  createCustomerColumn(),
  customColumn({
    title: '税率、部门、项目',
    width: 170,
    value: ({ rateBp, shopName, projectName }) =>
      [rateBp === null ? null : formatTaxRate(rateBp), shopName, projectName].filter(Boolean).join(' · ') || EMPTY_CELL,
  }),
]

const toInput = <I extends { no?: string | undefined }>({ no, ...input }: I) => ({
  ...input,
  no: no === undefined ? undefined : Number(no),
})

/** The month before this one, which is the usual one to hand over; the one that the filter begins in, if it names a day. */
function FormExports() {
  const last = addMonths(toShanghaiMonth(useNow()), -1)
  return keysOf(journalExportFormats).map((form) => (
    <ExportMenu
      key={form}
      fields={fields}
      what={`${journalExportFormats[form].label}凭证`}
      ask={({ dateFrom, format }) => journalApi.exportEntries({ month: dateFrom?.slice(0, 7) ?? last, form, format })}
    />
  ))
}

/** 记账凭证: the lines of all entries, newest first. */
export function Page() {
  return (
    <ListPage
      title="记账凭证"
      note="每天 0:30 按记账规则生成前一天的凭证。导出金蝶、用友凭证时按开始日期所在月份，未选时为上月。"
      queryKey={['finance', 'journal', 'lines']}
      fields={fields}
      pickers={{ account: JournalAccountPicker, enterpriseId: EnterpriseFilterPicker }}
      list={(input, options) => journalApi.lines(toInput(input), options)}
      exportRows={(input) => exportApi.journalLines(toInput(input))}
      actions={<FormExports />}
      columns={columns}
      rowKey={({ month, word, no, lineNo }) => `${month} ${word} ${no} ${lineNo}`}
      width={1180}
      above={<JournalTabs />}
      empty="还没有凭证"
      next="有资金变动的日子，次日 0:30 生成凭证"
    />
  )
}
