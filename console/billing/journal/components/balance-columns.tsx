import { type Column, EMPTY_CELL, numberColumn } from '#console/platform/components/list/columns.tsx'
import type { JournalAccountEnterpriseBalance } from '#contract/billing/journal/console-api.ts'
import { type Fen, formatMoney } from '#contract/platform/core/money.ts'

type Balances = Omit<JournalAccountEnterpriseBalance, 'enterpriseId' | 'enterpriseName'>

const column = <Row extends Balances>(title: string, of: (row: Row) => Fen): Column<Row> =>
  numberColumn({
    title,
    width: 124,
    value: (row) => {
      const amount = of(row)
      return amount === 0 ? EMPTY_CELL : formatMoney(amount)
    },
  })

/** Opening, movement and closing, each on the side on which it stands. */
export const createBalanceColumns = <Row extends Balances>(): Column<Row>[] => [
  column('期初借方', ({ openingDebit }) => openingDebit),
  column('期初贷方', ({ openingCredit }) => openingCredit),
  column('本期借方', ({ debit }) => debit),
  column('本期贷方', ({ credit }) => credit),
  column('期末借方', ({ closingDebit }) => closingDebit),
  column('期末贷方', ({ closingCredit }) => closingCredit),
]
