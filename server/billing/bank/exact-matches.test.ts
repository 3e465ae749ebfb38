import { expect, test } from 'vitest'
import { formatYuan } from '#contract/platform/core/money.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { openMall, yuanTextToFen } from '#server/platform/testing/mall.ts'
import { createTransferHelpers } from '#server/platform/testing/transfers.ts'
import { toBlob } from '#server/platform/testing/uploads.ts'

// Lines that pay an expected transfer beyond doubt: the same remark code, amount and name. They are confirmed together.

const mall = await openMall()
const bank = createTransferHelpers(mall)
const finance = await mall.staff('finance')
const { consoleBank } = finance.api

interface Given {
  reference: string
  day?: string
  payer: string
  amount: string
  remark: string
}

/** Imports a statement with these lines. */
const arrive = (rows: readonly Given[]) => {
  const cells = rows.map(({ reference, day = '2026-11-16', payer, amount, remark }) =>
    [day, reference, payer, formatYuan(yuanTextToFen(amount)), remark].join(','),
  )
  const file = toBlob(Buffer.from(['交易日期,流水号,对方户名,收入金额,附言', ...cells].join('\n')), 'text/csv')
  return consoleBank.importStatement({ fileName: '对账单.csv' }, { file })
}
const listMatches = async () =>
  (await consoleBank.exactMatches({})).matches.map(({ line, transfer }) => [line.reference, transfer.paymentId])

test('a bank line matches only if its transfer code, amount and payer name all equal those of one payment', async () => {
  const [lin, wang] = [await mall.buyer('林'), await mall.buyer('王')]
  const awaited = async (buyer: typeof lin, amount: string) => {
    const { paymentId, orderNo } = await bank.orders(buyer, amount)
    return { paymentId, orderNo, code: (await buyer.api.transfer.detail({ paymentId })).remarkCode }
  }
  const [one, two, wrongSum, wrongName, twice, both] = [
    await awaited(lin, '611.00'),
    await awaited(wang, '612.00'),
    await awaited(lin, '613.00'),
    await awaited(lin, '614.00'),
    await awaited(lin, '615.00'),
    await awaited(lin, '616.00'),
  ]
  await arrive([
    { reference: 'EXACT-2', day: '2026-11-17', payer: '王矿业有限公司', amount: '612', remark: two.code },
    { reference: 'EXACT-1', payer: '林矿业有限公司', amount: '611', remark: `货款 ${one.code}` },
    { reference: 'SUM-1', payer: '林矿业有限公司', amount: '613.01', remark: wrongSum.code },
    { reference: 'NAME-1', payer: '王矿业有限公司', amount: '614', remark: wrongName.code },
    { reference: 'TWICE-1', payer: '林矿业有限公司', amount: '615', remark: twice.code },
    { reference: 'TWICE-2', payer: '林矿业有限公司', amount: '615', remark: twice.code },
    { reference: 'BOTH-1', payer: '林矿业有限公司', amount: '616', remark: `${both.code} ${one.code}` },
    { reference: 'NONE-1', payer: '林矿业有限公司', amount: '611', remark: '货款' },
  ])
  // Who typed a line has seen no statement.
  const typed = await awaited(lin, '617.00')
  const received = { reference: 'TYPED-1', day: toShanghaiDay(mall.clock.now), payerName: '林矿业有限公司', remark: typed.code }
  await consoleBank.record({ ...received, amount: yuanTextToFen('617') })

  const { matches, total } = await consoleBank.exactMatches({})
  // The oldest day first.
  expect([total, await listMatches()]).toEqual([
    2,
    [
      ['EXACT-1', one.paymentId],
      ['EXACT-2', two.paymentId],
    ],
  ])
  for (const { line, transfer } of matches) {
    const { enterpriseId, paymentId, amount } = transfer
    const parts = [{ to: 'payment' as const, enterpriseId, paymentId: paymentId ?? '', amount }]
    expect(await consoleBank.assign({ lineId: line.id, rest: line.rest, parts })).toEqual({ rest: 0 })
  }
  expect(await consoleBank.exactMatches({})).toEqual({ matches: [], total: 0 })
  expect((await lin.api.order.detail({ orderNo: one.orderNo })).state).toBe('WAIT_SEND')
  expect(await mall.findInvariantBreaches()).toEqual({})
})

test('a payment that was settled or closed meanwhile matches no bank line', async () => {
  const lin = await mall.buyer('钱')
  const { paymentId } = await lin.api.transfer.topUp({ amount: yuanTextToFen('55') })
  const { remarkCode } = await lin.api.transfer.detail({ paymentId })
  await arrive([{ reference: 'LATE-1', payer: '钱矿业有限公司', amount: '55', remark: remarkCode }])
  expect(await listMatches()).toEqual([['LATE-1', paymentId]])
  await lin.api.transfer.cancel({ paymentId })
  expect(await listMatches()).toEqual([])
})
