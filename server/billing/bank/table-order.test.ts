import { expect, test } from 'vitest'
import { addDays, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { openMall, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { createTransferHelpers } from '#server/platform/testing/transfers.ts'

// A distributed database locks whole tables of the bank: who inserts a line, and changes one later, locks the table of lines before (docs/scale.md).

const mall = await openMall()
createTransferHelpers(mall)
const finance = await mall.staff('finance')
const second = await mall.staff('finance', 'reviewer')
const lin = await mall.buyer('林')
const today = toShanghaiDay(mall.clock.now)
const typed = { reference: 'ORDER0001', day: today, amount: yuanTextToFen('10'), payerName: '林' }
const tooOld = { ...typed, reference: 'ORDER0002', day: addDays(today, -9), reason: '银行迟报' }
const csv = `交易日期,流水号,对方户名,对方账号,收入金额\n${today},ORDER0003,林,1,13\n`
const statement = new Blob([csv], { type: 'text/csv' })
let proposed = ''

const LOCK = /^select .* from "bank_line" .*for no key update$/s
const WRITE =
  /^\s*(?:insert into|update) "?(?:bank_import|bank_line|value_day_request|value_day_correction)"?|from "value_day_request".*for update/s

const topUp = { enterpriseId: lin.enterpriseId, amount: yuanTextToFen('20'), bankReference: 'ORDER0004' }
const asksForDay = async (): Promise<void> => {
  proposed = (await finance.api.consoleValueDay.propose(tooOld)).id
}
const works: readonly (readonly [what: string, work: () => Promise<unknown>])[] = [
  ['a line that is typed', () => finance.api.consoleBank.record(typed)],
  ['money for a wallet', () => finance.api.consoleWallet.recordTopUp(topUp)],
  ['a statement', () => finance.api.consoleBank.importStatement({ fileName: '流水.csv' }, { file: statement })],
  ['a request for a day', asksForDay],
  ['a decision about it', () => second.api.consoleValueDay.decide({ id: proposed, approve: true })],
]

test.each(works)('%s locks the table of lines first', async (_, work) => {
  const sent = (await mall.queriesOf(work)).map(({ sql }) => sql)
  const first = sent.findIndex((one) => WRITE.test(one))
  expect(first).toBeGreaterThan(0)
  expect(sent.slice(0, first).some((one) => LOCK.test(one))).toBe(true)
})
