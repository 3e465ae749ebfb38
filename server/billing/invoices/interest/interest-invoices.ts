// 利息发票 (decision 410): requests for invoices over interest that was paid, and what becomes of them when it goes back.
import { INTEREST_GOODS_NAME, INTEREST_UNIT } from '#contract/billing/invoices/interest.ts'
import { computeLineTaxesAtSeveralRates } from '#contract/billing/invoices/tax.ts'
import { type Fen, minFen, subtractFen, ZERO_FEN } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import {
  type DraftInvoiceLine,
  type InvoiceLineRow,
  type InvoiceRef,
  listLiveInterestInvoiceLines,
  lockInvoice,
  type NewInvoiceLine,
} from '#server/billing/invoices/invoice-store.ts'
import { reduceInvoice } from '#server/billing/invoices/red-letters.ts'
import { lockAndReadLedgerBalance } from '#server/money/ledger/public.ts'
import { type Db, runInTransaction, type Tx } from '#server/platform/core/db.ts'
import { forEachCollectingErrors } from '#server/platform/core/isolated-batches.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'
import { readInterestByRate } from './invoiceable-interest.ts'

/** Builds lines over all interest that can be invoiced: one for each rate. Refuses INVOICE_NOTHING. */
export async function buildInterestInvoiceLines(db: Db, enterpriseId: string): Promise<DraftInvoiceLine[]> {
  const open = (await readInterestByRate(db, enterpriseId)).rates.filter(({ openFen }) => openFen > 0)
  if (open.length === 0) refuse('INVOICE_NOTHING', { msg: '没有可开票的利息：付息次日起可以开票，每笔只开一次' })
  const taxes = computeLineTaxesAtSeveralRates(open.map(({ rateBp, openFen }) => ({ rateBp, amountFen: openFen })))
  return open.map(({ rateBp, taxClass, openFen }, at) => ({
    orderId: null,
    orderNo: null,
    skuId: null,
    goodsName: INTEREST_GOODS_NAME,
    spec: '',
    unit: INTEREST_UNIT,
    quantity: null,
    taxClass,
    rateBp,
    amountFen: openFen,
    taxFen: taxes[at] ?? ZERO_FEN,
  }))
}

/**
 * Locks the interest of a company, so that no payment and no other request changes what can be invoiced, and builds the lines of an invoice. Each is a part
 * of that invoice. Refuses INVOICE_NOTHING.
 */
export async function holdInterestInvoiceLines(tx: Tx, { enterpriseId, id }: InvoiceRef): Promise<NewInvoiceLine[]> {
  await lockAndReadLedgerBalance(tx, enterpriseId, 'interest')
  return (await buildInterestInvoiceLines(tx, enterpriseId)).map((line, orderLineNo) => ({ ...line, partId: id, orderLineNo }))
}

/** Takes an excess from lines, the latest first. */
function takeFromLatest(lines: readonly InvoiceLineRow[], excessFen: Fen): { line: InvoiceLineRow; amountFen: Fen }[] {
  let leftFen = excessFen
  return lines.toReversed().flatMap((line) => {
    const amountFen = minFen(subtractFen(line.amountFen, line.redFen), leftFen)
    leftFen = subtractFen(leftFen, amountFen)
    return amountFen > 0 ? [{ line, amountFen }] : []
  })
}

/** Reduces the invoices of a company over interest that went back since. Returns how many there were. */
async function reduceInvoicesOfCompany(tx: Tx, moment: Moment, enterpriseId: string): Promise<number> {
  await lockAndReadLedgerBalance(tx, enterpriseId, 'interest')
  const { rates } = await readInterestByRate(tx, enterpriseId)
  const lines = await listLiveInterestInvoiceLines(tx, enterpriseId)
  const backs = rates.flatMap(({ rateBp, paidFen, invoicedFen }) =>
    invoicedFen <= paidFen
      ? []
      : takeFromLatest(
          lines.filter((line) => line.rateBp === rateBp),
          subtractFen(invoicedFen, paidFen),
        ),
  )
  const byInvoice = Map.groupBy(backs, ({ line }) => line.invoiceId)
  for (const id of [...byInvoice.keys()].sort()) {
    const invoice = (await lockInvoice(tx, { enterpriseId, id })) ?? refuse('INVOICE_NOT_FOUND')
    await reduceInvoice(tx, moment, invoice, { backs: byInvoice.get(id) ?? [], reason: '04', note: '逾期利息冲回' })
  }
  return byInvoice.size
}

/**
 * Reduces the invoices of all companies over interest that is no longer paid: it was reversed after a corrected value day, or its bill bounced. An open
 * request is reduced, and an issued invoice gets a red letter. Returns how many invoices there were.
 */
export async function reduceInterestInvoices(db: Db, moment: Moment): Promise<number> {
  const companies = await withoutTenantGuard(db, 'finding work')
    .selectFrom('invoice_line')
    .select('enterprise_id')
    .distinct()
    .where('order_id', 'is', null)
    .where('live', '=', true)
    .execute()
  let reduced = 0
  await forEachCollectingErrors(
    companies.map(({ enterprise_id }) => enterprise_id),
    async (enterpriseId) => {
      reduced += await runInTransaction(db, (tx) => reduceInvoicesOfCompany(tx, moment, enterpriseId))
      return true
    },
  )
  return reduced
}
