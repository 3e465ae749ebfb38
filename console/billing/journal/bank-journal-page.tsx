import { OwnAccountFilterPicker, OwnAccountOfRow } from '#console/billing/own-accounts/own-account-field.tsx'
import { EnterpriseLink } from '#console/people/enterprises/enterprise-link.tsx'
import { formatPossiblyNegativeAmount } from '#console/platform/components/figures.tsx'
import { type Column, customColumn, EMPTY_CELL, instantColumn, numberColumn } from '#console/platform/components/list/columns.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import { dayFilter, pickFilter } from '#console/platform/components/list/filters.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import type { BankJournalLine } from '#contract/billing/journal/console-api.ts'
import { BankAccountNo } from '#contract/money/payments/typed-line-account.ts'
import { Day } from '#contract/platform/core/fields.ts'
import { type Fen, formatMoney } from '#contract/platform/core/money.ts'
import { journalApi } from './components/journal-api.ts'
import { JournalTabs } from './components/journal-tabs.tsx'

const fields = { accountNo: pickFilter('收款账户', BankAccountNo), dateFrom: dayFilter('日期', Day), dateTo: dayFilter('至', Day) }
const amount = (value: Fen) => (value === 0 ? EMPTY_CELL : formatMoney(value))

const columns: Column<BankJournalLine>[] = [
  instantColumn({ title: '时间', value: ({ at }) => at }),
  customColumn({ title: '到账日', width: 104, value: ({ valueDay }) => <span className="num">{valueDay}</span> }),
  customColumn({
    title: '摘要',
    value: ({ title, payerName, reference, account }) => (
      <span className="two-lines">
        <span>
          {title} {payerName}
        </span>
        <small className="num">{reference}</small>
        <OwnAccountOfRow account={account} />
      </span>
    ),
  }),
  customColumn({
    title: '认领企业',
    value: ({ enterprises }) =>
      enterprises.length === 0
        ? EMPTY_CELL
        : enterprises.map((one) => (
            <div key={one.enterpriseId}>
              <EnterpriseLink row={one} />
            </div>
          )),
  }),
  numberColumn({ title: '借方', width: 128, value: ({ debit }) => amount(debit) }),
  numberColumn({ title: '贷方', width: 128, value: ({ credit }) => amount(credit) }),
  numberColumn({ title: '余额', width: 136, value: ({ balance }) => formatPossiblyNegativeAmount(balance) }),
]

/** 银行日记账: the movements of the bank account, newest first, with the balance after each. */
export function Page() {
  return (
    <ListPage
      title="银行日记账"
      note="每笔到账一行，认领不另记；余额为正表示银行有存款。选择一个收款账户时，余额是该账户的；没有流水的票据不属于任何账户。"
      queryKey={['finance', 'journal', 'bank']}
      fields={fields}
      list={(input, options) => journalApi.bankJournal(input, options)}
      exportRows={(input) => exportApi.bankJournal(input)}
      columns={columns}
      rowKey={({ id }) => id}
      width={1160}
      pickers={{ accountNo: OwnAccountFilterPicker }}
      above={<JournalTabs />}
      empty="还没有银行收付"
      next="登记或导入到账后列在这里"
    />
  )
}
