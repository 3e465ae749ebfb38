import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createDebtHelpers } from '#server/platform/testing/debts.ts'
import { openMall, yuanTextToFen } from '#server/platform/testing/mall.ts'

const mall = await openMall({ now: new Date('2026-11-18T06:00:00Z') })
const { draws, dawns, jobs } = createDebtHelpers(mall)

const fixed = [
  'statement.total_fen',
  'statement.wallet_fen',
  'statement.due_day',
  'statement.hash',
  'statement.exact_from_day',
  'statement_line.amount_fen',
  'statement_entry.amount_fen',
  'statement_interest.amount_fen',
  'repayment.amount_fen',
  'repayment.value_day',
  'finance_request.amount_fen',
  'acceptance_bill.amount_fen',
  'ledger_transfer.amount_fen',
]

test('the database role of the server can settle a statement but not change its content', async () => {
  const lin = await mall.buyer('林', { credit: '50000' })
  await draws(lin.enterpriseId, yuanTextToFen('600'))
  await dawns('2026-12-02')
  await jobs()
  const tries = (column: string) => {
    const [table = '', name = ''] = column.split('.')
    return mall.runInTransaction((tx) =>
      sql`update ${sql.table(table)} set ${sql.ref(name)} = ${sql.ref(name)} where enterprise_id = ${lin.enterpriseId}`.execute(tx),
    )
  }
  for (const column of fixed) await expect(tries(column), column).rejects.toThrow('permission denied')
  await tries('statement.settled_fen')
})
