// Computes what of the interest of a company can be invoiced (可开票利息), by rate. It only reads.
import { sql } from 'kysely'
import type { InvoiceableInterest } from '#contract/billing/invoices/shapes.ts'
import type { RevenueAndTaxSettings } from '#contract/billing/journal/tax-settings.ts'
import type { TaxClass } from '#contract/catalog/goods/tax-class.ts'
import { interestPaymentTransferKinds } from '#contract/money/ledger/transfer-kinds.ts'
import { type BasisPoints, type Fen, fen, maxFen, minFen, subtractFen, sum, ZERO_FEN } from '#contract/platform/core/money.ts'
import { getStartOfShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { readJournalSettings } from '#server/content/content/public.ts'
import type { Db } from '#server/platform/core/db.ts'

/** The kinds of transfers by which interest that was paid goes back. */
const returningKinds = ['bounceInterest', 'undoInterest', 'returnInterest'] as const
/** The kinds that add to the interest of a company, and those that take off it, paid or not. */
const chargingKinds = ['openInterest', 'chargeInterest', 'rechargeInterest', 'reverseWaiver'] as const
const reducingKinds = ['reverseInterest', 'returnInterest', 'waiveInterest'] as const

/** The interest of a company at one rate of tax. */
export interface InterestAtRate {
  rateBp: BasisPoints
  taxClass: TaxClass
  /** What of it was paid, what live invoices say of it less their red letters, and what is left to invoice. */
  paidFen: Fen
  invoicedFen: Fen
  openFen: Fen
}

/** Sums what a company has paid of its interest, what never had tax, and what live invoices say. */
async function readSums(db: Db, enterpriseId: string, { from }: RevenueAndTaxSettings) {
  const { rows } = await sql<{ paidFen: Fen; untaxedFen: Fen }>`
    select coalesce(sum(case when kind = any(${[...interestPaymentTransferKinds]}::text[]) then amount_fen when kind = any(${[...returningKinds]}::text[]) then -amount_fen end), 0)::bigint as "paidFen",
      (coalesce(sum(case when kind <> 'openInterest' and at >= ${getStartOfShanghaiDay(from)} then 0 when kind = any(${[...chargingKinds]}::text[]) then amount_fen
          when kind = any(${[...reducingKinds]}::text[]) then -amount_fen end), 0)
        + coalesce((select sum(earned_fen) from revenue_line l where l.enterprise_id = ${enterpriseId} and l.order_id is null and l.rate_bp is null
          and l.kind = any(${[...chargingKinds, ...reducingKinds]}::text[])), 0))::bigint as "untaxedFen"
    from ledger_transfer where enterprise_id = ${enterpriseId} and kind = any(${[...interestPaymentTransferKinds, ...returningKinds, ...chargingKinds, ...reducingKinds]}::text[])`.execute(
    db,
  )
  return rows[0] ?? { paidFen: ZERO_FEN, untaxedFen: ZERO_FEN }
}

interface RateRow {
  rateBp: BasisPoints
  taxCode: string
  chargedFen: Fen
  invoicedFen: Fen
}

/** Reads what was charged at each rate, less what went back of it, and what is invoiced; the rate that was charged first comes first. */
async function readRates(db: Db, enterpriseId: string): Promise<RateRow[]> {
  const { rows } = await sql<RateRow>`
    select l.rate_bp as "rateBp", coalesce((array_agg(l.tax_code order by l.day desc) filter (where l.earned_fen > 0))[1], '') as "taxCode",
      sum(l.earned_fen)::bigint as "chargedFen",
      coalesce((select sum(i.amount_fen - i.red_fen) from invoice_line i
        where i.enterprise_id = ${enterpriseId} and i.order_id is null and i.live and i.rate_bp = l.rate_bp), 0)::bigint as "invoicedFen"
    from revenue_line l where l.enterprise_id = ${enterpriseId} and l.order_id is null and l.rate_bp is not null
      and l.kind = any(${[...chargingKinds, ...reducingKinds]}::text[])
    group by l.rate_bp order by min(l.day), l.rate_bp`.execute(db)
  return rows
}

/** The class of a code among those of the settings; that of today for a code that they no longer have. */
const findClass = ({ interest, interestBefore }: RevenueAndTaxSettings, taxCode: string): TaxClass =>
  interestBefore.taxCode === taxCode ? interestBefore : interest

/**
 * Computes the interest of a company by rate. What was paid settles what was charged first: what never had tax, which cannot be invoiced, then rate
 * by rate. A charge counts from the night on in which the journal splits it.
 */
export async function readInterestByRate(db: Db, enterpriseId: string): Promise<{ paidFen: Fen; rates: InterestAtRate[] }> {
  const { tax: settings } = await readJournalSettings(db)
  const { paidFen, untaxedFen } = await readSums(db, enterpriseId, settings)
  let leftFen = subtractFen(paidFen, maxFen(untaxedFen, ZERO_FEN))
  const rates = (await readRates(db, enterpriseId)).map(({ rateBp, taxCode, chargedFen, invoicedFen }): InterestAtRate => {
    const own = maxFen(minFen(chargedFen, leftFen), ZERO_FEN)
    leftFen = subtractFen(leftFen, chargedFen)
    const openFen = maxFen(subtractFen(own, invoicedFen), ZERO_FEN)
    return { rateBp, taxClass: findClass(settings, taxCode), paidFen: own, invoicedFen, openFen }
  })
  return { paidFen, rates }
}

/** Describes what a company can invoice of its interest. */
export async function readInvoiceableInterest(db: Db, enterpriseId: string): Promise<InvoiceableInterest> {
  const { paidFen, rates } = await readInterestByRate(db, enterpriseId)
  const open = rates.filter(({ openFen }) => openFen > 0)
  return {
    paid: maxFen(paidFen, fen(0)),
    invoiced: sum(rates.map(({ invoicedFen }) => invoicedFen)),
    amount: sum(open.map(({ openFen }) => openFen)),
    rates: open.map(({ rateBp, taxClass, openFen }) => ({ rateBp, taxName: taxClass.taxName, amount: openFen })),
  }
}
