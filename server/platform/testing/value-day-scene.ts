import { formatYuan } from '#contract/platform/core/money.ts'
import { addDays } from '#contract/platform/core/shanghai.ts'
import { lockAndBringDebtsUpToDate } from '#server/money/statements/public.ts'
import { createDebtHelpers } from './debts.ts'
import { type Mall, yuanTextToFen } from './mall.ts'

/**
 * Plays a company whose lines were typed with days that the file of the bank corrects: to a later day while something was owed, to a later
 * one after all was paid, to an earlier one, and to one that another person had to agree to. Requests are agreed to, refused and waiting.
 */
export async function createValueDayTestData(mall: Mall, month: `${number}-${number}`): Promise<void> {
  const { draws, dawns } = createDebtHelpers(mall)
  const due = addDays(`${month}-28`, 13)
  await dawns(`${month}-20`)
  const wu = await mall.buyer('吴', { credit: '100000' })
  const { enterpriseId } = wu
  await draws(enterpriseId, yuanTextToFen('48000'))
  /** Closes and charges for this company alone: others stay as they were left. */
  const jobs = () => mall.runInTransaction((tx) => lockAndBringDebtsUpToDate(tx, mall.moment(), [enterpriseId]))
  const on = (days: number) => addDays(due, days)
  await dawns(on(9))
  await jobs()
  const [finance, second] = [await mall.staff('finance'), await mall.staff('finance', 'reviewer')]
  const { record, assign, importStatement } = finance.api.consoleBank
  const repays = async (lineId: string, amount: string) => {
    mall.clock.forward(1_000)
    await assign({ lineId, rest: yuanTextToFen(amount), parts: [{ to: 'repay', enterpriseId, amount: yuanTextToFen(amount) }] })
    mall.clock.forward(1_000)
  }
  const types = async (reference: string, day: string, amount: string) => {
    const { lineId } = await record({ reference, day, amount: yuanTextToFen(amount), payerName: '吴' })
    await repays(lineId, amount)
  }
  const says = async (...rows: (readonly [string, string, string])[]) => {
    const csv = ['交易日期,流水号,对方户名,收入金额', ...rows.map(([reference, day, amount]) => `${day},${reference},吴,${amount}`)].join(
      '\n',
    )
    await importStatement({ fileName: '流水.csv' }, { file: new Blob([csv], { type: 'text/csv' }) })
    mall.clock.forward(1_000)
  }
  const decides = async (approve: boolean) => {
    const [waiting] = (await second.api.consoleValueDay.requests({ state: 'WAIT' })).dataList
    mall.clock.forward(1_000)
    return (await second.api.consoleValueDay.decide({ id: waiting?.id ?? '', approve })).lineId ?? ''
  }
  const asks = (reference: string, day: string) =>
    finance.api.consoleValueDay.propose({ reference, day, amount: yuanTextToFen('500'), payerName: '吴', reason: '回单迟到' })
  await types('DAY00001', on(6), '10000')
  await types('DAY00002', on(9), '10000')
  await types('DAY00003', on(9), '10000')
  await says(['DAY00001', on(8), '10000'], ['DAY00002', on(7), '10000'], ['DAY00003', on(2), '10000'])
  await decides(true)
  await asks('DAY00004', on(1))
  await repays(await decides(true), '500')
  await asks('DAY00005', on(1))
  await decides(false)
  await asks('DAY00006', on(1))
  // The rest is paid, and the file says two days later that it came a day after it was typed.
  const { total } = await wu.api.statement.owed({})
  await types('DAY00007', on(9), formatYuan(total))
  await dawns(on(12))
  await jobs()
  await says(['DAY00007', on(11), formatYuan(total)])
}
