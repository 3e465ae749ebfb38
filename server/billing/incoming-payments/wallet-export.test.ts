import { readSheet } from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { fen } from '#contract/platform/core/money.ts'
import { Refusal } from '#contract/platform/core/refusal.ts'
import { type Buyer, openMall, TEST_USER_PAYMENT_PASSWORD } from '#server/platform/testing/mall.ts'
import { connectSandboxPaymentProvider } from '#server/platform/testing/payment-provider.ts'

const mall = await openMall({ now: new Date('2026-11-21T02:00:00Z') })
await connectSandboxPaymentProvider(mall)
const lin = await mall.buyer('林', { wallet: '1000' })

/** Goods whose name a spreadsheet would run, paid from the wallet. */
async function buysFormula(buyer: Buyer): Promise<void> {
  const skuId = await mall.createSku('=HYPERLINK("http://x","点我")', { sale: '600.00', credit: '600.00' })
  const lines = [{ skuId, goodsNum: 1 }]
  const { quote } = await buyer.api.order.preview({ lines, method: 'wallet' })
  const { tradeId } = await buyer.api.order.submit({ lines, method: 'wallet', addressId: buyer.addressId, quote })
  await buyer.api.order.payByWallet({ tradeId, payPwd: TEST_USER_PAYMENT_PASSWORD })
}

mall.clock.forward(60_000)
await buysFormula(lin)
mall.clock.forward(60_000)
const { paymentId } = await lin.api.payment.topUp({ amount: fen(123_456), channel: 'wechat' })
const { dataList } = await lin.api.wallet.entries({})

test('the wallet export as CSV equals the screen, has a BOM for Excel, and contains no executable cell', async () => {
  expect(dataList.map(({ sign, status }) => sign + status)).toEqual(['+充值中', '-已完成', '+已完成'])
  const { type, name, bytes } = await lin.api.wallet.export({ format: 'csv' })
  expect({ type, name }).toEqual({ type: 'text/csv; charset=utf-8', name: '现金钱包使用明细.csv' })
  const text = Buffer.from(bytes).toString('utf8')
  expect(text.split('\r\n')).toEqual([
    '\uFEFF时间,内容,收支,金额,状态,流水号',
    `2026-11-21 10:02:00,账户充值-微信支付,收,1234.56,充值中,${paymentId}`,
    `2026-11-21 10:01:00,"'=HYPERLINK(""http://x"",""点我"")",支,600.00,已完成,${dataList[1]?.id}`,
    `2026-11-21 10:00:00,账户充值-转账支付,收,1000.00,已完成,${dataList[2]?.id}`,
    '',
  ])
})

test('the wallet export as a workbook, by month and direction, has numbers as numbers and names as text', async () => {
  const { name, bytes } = await lin.api.wallet.export({ format: 'xlsx', month: '2026-11', direction: '-' })
  expect(name).toBe('现金钱包使用明细-2026-11.xlsx')
  const [, ...rows] = await readSheet(Buffer.from(bytes), 1)
  expect(rows.map(([, ...rest]) => rest)).toEqual([['=HYPERLINK("http://x","点我")', '支', 600, '已完成', dataList[1]?.id]])
  expect(await lin.api.wallet.export({ format: 'csv', month: '2026-10' })).toMatchObject({ name: '现金钱包使用明细-2026-10.csv' })
})

test('only members who may see the wallet can export it, and each export is logged', async () => {
  const wu = await mall.subAccount(lin, ['lookOrder'])
  const reason = await wu.api.wallet.export({ format: 'csv' }).catch((error) => error instanceof Refusal && error.reason)
  expect(reason).toBe('NO_PERMISSION')
  const row = await mall.db
    .selectFrom('audit_log')
    .select(['actor_id', 'facts'])
    .where('action', '=', 'download list')
    .where('enterprise_id', '=', lin.enterpriseId)
    .orderBy('at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  expect(row).toEqual({ actor_id: lin.userId, facts: { list: '现金钱包使用明细', format: 'csv', rows: 3 } })
})
