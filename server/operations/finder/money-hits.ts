// Finds invoices, payments, vouchers, acceptance bills and bank lines.
import { sql } from 'kysely'
import { type VoucherState, voucherLifecycle } from '#contract/billing/bank/voucher-lifecycle.ts'
import { type InvoiceState, invoiceLifecycle } from '#contract/billing/invoices/invoice-lifecycle.ts'
import { onlinePaymentChannels } from '#contract/money/payments/api.ts'
import { type PaymentState, paymentLifecycle } from '#contract/money/payments/payment-lifecycle.ts'
import { type AcceptanceBillState, acceptanceBillLifecycle } from '#contract/money/statements/acceptance-lifecycle.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { type Fen, formatMoney, subtractFen } from '#contract/platform/core/money.ts'
import { isInShopsOrUnrestrictedSql } from '#server/catalog/shops/public.ts'
import { beginsWithSql } from '#server/platform/core/like-pattern.ts'
import {
  enterpriseNameSql,
  type FindHitsOfOneKind,
  finderCandidatesLimitSql,
  finderHitsLimitSql,
  toFinderHit,
  unionOfCandidateSelectsSql,
} from './hits.ts'

interface InvoiceFound {
  enterprise_id: string
  id: string
  invoice_no: string
  number: string | null
  amount_fen: Fen
  state: InvoiceState
  name: string | null
}

/** By the whole number of the tax invoice, blue or red, or by the number of the application, from the day in it on. */
export const findInvoiceHits: FindHitsOfOneKind = async (db, { taxNumber, invoiceNo }, { ownShops, isSeenEnterprise }) => {
  const isSeen = isSeenEnterprise('enterprise_id')
  const found = unionOfCandidateSelectsSql([
    taxNumber && sql`(select enterprise_id, invoice_id as id, number from invoice_issue where number = ${taxNumber} and ${isSeen})`,
    invoiceNo &&
      sql`(select enterprise_id, id, null as number from invoice where ${beginsWithSql(sql`invoice_no`, invoiceNo)} and ${isSeen}
        and ${isInShopsOrUnrestrictedSql('shop_id', ownShops)} order by invoice_no ${finderCandidatesLimitSql})`,
  ])
  if (!found) return []
  const { rows } = await sql<InvoiceFound>`
    select i.enterprise_id, i.id, i.invoice_no, found.number, i.amount_fen, i.state, ${enterpriseNameSql('i.enterprise_id')} as name
    from ${found} as found
    join invoice as i on i.enterprise_id = found.enterprise_id and i.id = found.id
    where ${isInShopsOrUnrestrictedSql('i.shop_id', ownShops)}
    order by i.invoice_no = ${invoiceNo ?? ''} desc, i.created_at desc, i.id ${finderHitsLimitSql}`.execute(db)
  return rows.map(({ enterprise_id: enterpriseId, id, invoice_no, number, amount_fen, state, name }) => {
    const hit = { id, enterpriseId, title: number ?? invoice_no, exact: number !== null || invoice_no === invoiceNo }
    return toFinderHit('invoice', hit, [name, formatMoney(amount_fen), invoiceLifecycle.states[state].label])
  })
}

interface PaymentFound {
  enterprise_id: string
  id: string
  title: string
  amount_fen: Fen
  state: PaymentState
  remark_code: string | null
  reference: string | null
  name: string | null
}

/** By the code in the remark of a transfer, by our number, or by that of the provider or the bank; each of them whole. */
export const findPaymentHits: FindHitsOfOneKind = async (db, { transferCode, reference }, { isSeenEnterprise }) => {
  const isSeen = isSeenEnterprise('enterprise_id')
  const found = unionOfCandidateSelectsSql([
    transferCode && sql`(select enterprise_id, id from payment where remark_code = ${transferCode} and ${isSeen})`,
    reference && sql`(select enterprise_id, id from payment where reference = ${reference} and ${isSeen} ${finderCandidatesLimitSql})`,
    reference &&
      sql`(select enterprise_id, payment_id from gateway_trade where out_trade_no = ${reference.toLowerCase().replaceAll('-', '')} and ${isSeen})`,
    reference &&
      sql`(select enterprise_id, payment_id from gateway_receipt
        where channel = any(${keysOf(onlinePaymentChannels)}::text[]) and reference = ${reference} and ${isSeen} ${finderCandidatesLimitSql})`,
  ])
  if (!found) return []
  const { rows } = await sql<PaymentFound>`
    select p.enterprise_id, p.id, p.title, p.amount_fen, p.state, p.remark_code, p.reference, ${enterpriseNameSql('p.enterprise_id')} as name
    from ${found} as found(enterprise_id, id)
    join payment as p on p.enterprise_id = found.enterprise_id and p.id = found.id
    order by p.created_at desc, p.id ${finderHitsLimitSql}`.execute(db)
  return rows.map(({ enterprise_id: enterpriseId, id, title, amount_fen, state, name, ...numbers }) => {
    const hit = { id, enterpriseId, title: numbers.remark_code ?? reference ?? '', exact: true }
    return toFinderHit('payment', hit, [name, title, formatMoney(amount_fen), paymentLifecycle.states[state].label])
  })
}

interface VoucherFound {
  enterprise_id: string
  id: string
  amount_fen: Fen
  state: VoucherState
  name: string | null
}

/** The latest voucher of a transfer, by the code in its remark. */
export const findVoucherHits: FindHitsOfOneKind = async (db, { transferCode }, { isSeenEnterprise }) => {
  if (transferCode === undefined) return []
  const { rows } = await sql<VoucherFound>`
    select p.enterprise_id, v.id, p.amount_fen, v.state, ${enterpriseNameSql('p.enterprise_id')} as name
    from payment as p
    join lateral (select id, state from voucher where enterprise_id = p.enterprise_id and payment_id = p.id order by no desc limit 1) as v on true
    where p.remark_code = ${transferCode} and ${isSeenEnterprise('p.enterprise_id')} ${finderHitsLimitSql}`.execute(db)
  return rows.map(({ enterprise_id: enterpriseId, id, amount_fen, state, name }) =>
    toFinderHit('voucher', { id, enterpriseId, title: transferCode, exact: true }, [
      name,
      formatMoney(amount_fen),
      voucherLifecycle.states[state].label,
    ]),
  )
}

interface AcceptanceFound {
  enterprise_id: string
  id: string
  bill_no: string
  amount_fen: Fen
  maturity_day: string
  state: AcceptanceBillState
  name: string | null
}

/** By its number, or the first six or more signs of it. One that was refused may have been given again, so several have the same. */
export const findAcceptanceHits: FindHitsOfOneKind = async (db, { billNo }, { isSeenEnterprise }) => {
  if (billNo === undefined) return []
  const { rows } = await sql<AcceptanceFound>`
    select b.enterprise_id, b.id, b.bill_no, b.amount_fen, b.maturity_day, b.state, ${enterpriseNameSql('b.enterprise_id')} as name
    from (select enterprise_id, id from acceptance_bill where ${beginsWithSql(sql`bill_no`, billNo)} and ${isSeenEnterprise('enterprise_id')}
      order by bill_no ${finderCandidatesLimitSql}) as found
    join acceptance_bill as b on b.enterprise_id = found.enterprise_id and b.id = found.id
    order by b.bill_no = ${billNo} desc, b.submitted_at desc, b.id ${finderHitsLimitSql}`.execute(db)
  return rows.map(({ enterprise_id: enterpriseId, id, bill_no, amount_fen, maturity_day, state, name }) =>
    toFinderHit('acceptance', { id, enterpriseId, title: bill_no, exact: bill_no === billNo }, [
      name,
      formatMoney(amount_fen),
      `${maturity_day} 到期`,
      acceptanceBillLifecycle.states[state].label,
    ]),
  )
}

interface BankLineFound {
  id: string
  reference: string
  day: string
  payer_name: string
  amount_fen: Fen
  assigned_fen: Fen
}

/** By the bank's whole number, by the beginning of the payer's name, or by the amount if some of it is not assigned yet. */
export const findBankLineHits: FindHitsOfOneKind = async (db, { text, part, reference, amountFen }) => {
  const newest = sql`order by day desc ${finderCandidatesLimitSql}`
  const found = unionOfCandidateSelectsSql([
    reference && sql`(select id from bank_line where voided_at is null and reference = ${reference} ${finderCandidatesLimitSql})`,
    part &&
      sql`(select id from bank_line where voided_at is null and ${beginsWithSql(sql`payer_name`, part)} order by payer_name, day desc ${finderCandidatesLimitSql})`,
    amountFen === undefined
      ? undefined
      : sql`(select id from bank_line where voided_at is null and assigned_fen < amount_fen and amount_fen = ${amountFen} ${newest})`,
  ])
  if (!found) return []
  const { rows } = await sql<BankLineFound>`
    select l.id, l.reference, l.day, l.payer_name, l.amount_fen, l.assigned_fen from ${found} as found
    join bank_line as l on l.id = found.id
    order by l.reference = ${text} desc, l.payer_name = ${text} desc, l.day desc, l.id ${finderHitsLimitSql}`.execute(db)
  return rows.map(({ id, reference: title, day, payer_name, amount_fen, assigned_fen }) => {
    const rest = subtractFen(amount_fen, assigned_fen)
    const hit = { id, enterpriseId: null, title, exact: title === reference }
    return toFinderHit('bankLine', hit, [payer_name, formatMoney(amount_fen), day, rest > 0 ? `待认领 ${formatMoney(rest)}` : null])
  })
}
