import { randomBytes, randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { expect } from 'vitest'
import { getEarliestValueDayForOnePerson } from '#contract/billing/bank/value-day.ts'
import type { Fen } from '#contract/platform/core/money.ts'
import { formatYuan } from '#contract/platform/core/money.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { allocateFromBankLine, type BankLineRecord, createManualBankLineInSuspense } from '#server/billing/bank/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { demoCompany } from './company.ts'
import type { Buyer, Mall } from './mall.ts'
import { toBlob } from './uploads.ts'

/** Creates the bank line of a repayment that a story has posted directly. Every real repayment has one. */
export async function recordRepaymentBankLine(
  tx: Tx,
  moment: Moment,
  {
    enterpriseId,
    document,
    amountFen,
    valueDay = toShanghaiDay(moment.now),
  }: { enterpriseId: string; document: string; amountFen: Fen; valueDay?: string },
): Promise<void> {
  const row = await tx
    .insertInto('payment')
    .values({
      enterprise_id: enterpriseId,
      id: document,
      purpose: 'repay',
      method: 'transfer',
      amount_fen: amountFen,
      state: 'SETTLED',
      paid_by: enterpriseId,
      created_at: moment.now,
      paid_at: moment.now,
      reference: document,
      title: '转账还款',
      value_day: valueDay,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  // The line exists already.
  if (!row) return
  const staffId = randomUUID()
  const { accountNo } = demoCompany.bank
  const typed = { accountNo, reference: document, day: valueDay, amountFen, payerName: '', payerAccount: '', remark: '' }
  const line = await createManualBankLineInSuspense(tx, moment, typed, staffId)
  if (valueDay < getEarliestValueDayForOnePerson(toShanghaiDay(moment.now))) await recordValueDayRequest(tx, moment, line, staffId)
  await allocateFromBankLine(tx, moment, line, {
    enterpriseId,
    kind: 'payment',
    amountFen,
    paymentId: document,
    title: '转账还款',
    staffId,
  })
}

/** What two people have agreed to before a line is typed with a day that lies too far back for one. */
async function recordValueDayRequest(tx: Tx, moment: Moment, line: BankLineRecord, staffId: string): Promise<void> {
  await tx
    .insertInto('value_day_request')
    .values({
      id: randomUUID(),
      account_no: line.accountNo,
      reference: line.reference,
      day: line.day,
      amount_fen: line.amountFen,
      payer_name: '',
      payer_account: '',
      remark: '',
      reason: '补登记',
      state: 'DONE',
      proposed_by: staffId,
      proposed_at: moment.now,
      decided_by: randomUUID(),
      decided_at: moment.now,
      line_id: line.id,
    })
    .execute()
}

/** A voucher picture. Each is different. */
export const createVoucherPicture = (): Promise<Buffer> =>
  sharp(randomBytes(64 * 48 * 3), { raw: { width: 64, height: 48, channels: 3 } })
    .png()
    .toBuffer()

/** Helpers for stories of bank transfers: buyers, and the platform's bank. */
export function createTransferHelpers(mall: Mall) {
  let numbers = 0
  const newReference = () => `ICBC${String(++numbers).padStart(8, '0')}`
  const upload = async (buyer: Pick<Buyer, 'api'>, picture?: Buffer) =>
    (await buyer.api.files.uploadImage({ purpose: 'voucher' }, { file: toBlob(picture ?? (await createVoucherPicture()), 'image/png') }))
      .fileId
  return {
    newReference,
    upload,
    /** Orders one product at exactly this price and announces a bank transfer for it. */
    async orders(buyer: Buyer, price = '600.00') {
      const skuId = await mall.createSku('截齿', { sale: price, credit: price })
      const lines = [{ skuId, goodsNum: 1 }]
      const { quote } = await buyer.api.order.preview({ lines, method: 'transfer' })
      const { tradeId, orders, payable } = await buyer.api.order.submit({ lines, method: 'transfer', addressId: buyer.addressId, quote })
      const { paymentId } = await buyer.api.transfer.begin({ tradeId })
      return { tradeId, paymentId, payable, skuId, orderNo: orders[0]?.orderNo ?? expect.fail('no order') }
    },
    /** Uploads a voucher and returns its id. */
    async proves(buyer: Buyer, paymentId: string, picture?: Buffer): Promise<string> {
      const fileIds = [await upload(buyer, picture)]
      const { vouchers } = await buyer.api.transfer.submitVoucher({ paymentId, fileIds, remark: '' })
      return vouchers[0]?.id ?? expect.fail('no voucher')
    },
    /** Imports an incoming bank line. */
    async arrives(
      amount: Fen,
      { payer = '林矿业有限公司', remark = '', day = toShanghaiDay(mall.clock.now), reference = newReference() } = {},
    ): Promise<string> {
      const finance = await mall.staff('finance')
      const yuan = formatYuan(amount)
      const csv = `交易日期,流水号,对方户名,对方账号,收入金额,支出金额,附言\n${day},${reference},${payer},6222020200001234567,${yuan},,${remark}\n`
      const { rows } = await finance.api.consoleBank.importStatement(
        { fileName: '流水.csv' },
        { file: toBlob(Buffer.from(csv), 'text/csv') },
      )
      return rows[0]?.lineId ?? expect.fail(rows[0]?.text ?? 'no line')
    },
  }
}
