// 税收分类编码 of invoice lines. They are fixed at the time of the request. Lines without one take it from the catalog before the request goes to
// the provider.
import { type RawBuilder, sql } from 'kysely'
import { correctableInvoiceStates } from '#contract/billing/invoices/invoice-lifecycle.ts'
import { computeLineTaxesAtSeveralRates } from '#contract/billing/invoices/tax.ts'
import type { TaxClass } from '#contract/catalog/goods/tax-class.ts'
import { type Fen, sum, ZERO_FEN } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import {
  buildInvoiceQuery,
  type Invoice,
  type InvoiceLineRow,
  listLinesOfOneInvoice,
  updateInvoiceLineRows,
  updateInvoiceRow,
} from '#server/billing/invoices/invoice-store.ts'
import { hasNoTaxClassSql } from '#server/catalog/goods/public.ts'
import { anyOfIdsSql, type Db, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { type LineTax, readLineTaxLookup } from './line-taxes.ts'

/** Why a request does not go to the provider. */
export const TAX_CODE_MISSING_TEXT = '商品缺少税收分类编码'

/**
 * SQL: a request in `invoice` with a line that had no tax code at the time of the request and whose goods still have none in the catalog.
 */
export const isInvoiceWaitingForTaxCodesSql: RawBuilder<boolean> = sql`(invoice.state in (${sql.join(correctableInvoiceStates.map((state) => sql.lit(state)))})
  and exists (select from invoice_line l
  where l.enterprise_id = invoice.enterprise_id and l.invoice_id = invoice.id and l.live and l.tax_code is null
  and ${hasNoTaxClassSql(sql.ref('l.sku_id'))}))`

/** Finds which of the given requests, of any enterprise, lack a tax code. */
export async function findInvoiceIdsWithoutTaxCode(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await buildInvoiceQuery(db).where('id', '=', anyOfIdsSql(ids)).where(isInvoiceWaitingForTaxCodesSql).execute()
  return new Set(rows.map(({ id }) => id))
}

/** A line with the tax class that applies, and the present tax of its goods or of freight. */
export interface InvoiceLineWithTaxClass {
  line: InvoiceLineRow
  /** The stored tax class of the line, which does not change; without one, that of its goods. */
  taxClass: TaxClass | null
  now: LineTax
}

/** Finds the tax classes of lines as of a day, with one statement. */
export async function resolveInvoiceLineTaxClasses(
  db: Db,
  day: string,
  lines: readonly InvoiceLineRow[],
): Promise<InvoiceLineWithTaxClass[]> {
  const taxOf = await readLineTaxLookup(db, day, lines)
  return lines.map((line) => {
    const now = line.skuId === null ? { taxClass: line.taxClass, rateBp: line.rateBp, goods: undefined } : taxOf(line)
    return { line, taxClass: line.taxClass ?? now.taxClass, now }
  })
}

/** Lists the goods of lines without a tax class, each once. */
export function selectGoodsWithoutTaxClass(codes: readonly InvoiceLineWithTaxClass[]): { goodsId: string; goodsName: string }[] {
  const goods = codes.flatMap(({ line, taxClass, now }) => (line.live && !taxClass && now.goods ? [now.goods] : []))
  return [...new Map(goods.map(({ goodsId, goodsName }) => [goodsId, { goodsId, goodsName }])).values()]
}

/** Whether the tax class of the goods differs from that of the line. */
const hasMoved = ({ line, now }: InvoiceLineWithTaxClass): boolean =>
  line.live &&
  line.taxClass !== null &&
  now.taxClass !== null &&
  (line.taxClass.taxCode !== now.taxClass.taxCode || line.taxClass.taxName !== now.taxClass.taxName)

/** Whether the catalog has another tax class than any of the lines. */
export const haveTaxClassesChanged = (codes: readonly InvoiceLineWithTaxClass[]): boolean => codes.some(hasMoved)

/** Writes the present tax classes and their rates to the lines, with one statement for each class, and computes the tax anew. */
async function writeCodes(tx: Tx, moment: Moment, invoice: Invoice, codes: readonly InvoiceLineWithTaxClass[]): Promise<void> {
  const byClass = new Map<string, { taxClass: TaxClass; rateBp: number; seq: number[] }>()
  for (const { line, now } of codes) {
    const { taxClass, rateBp } = now
    if (!taxClass) continue
    const key = `${taxClass.taxCode} ${taxClass.taxName}`
    byClass.set(key, { taxClass, rateBp, seq: [...(byClass.get(key)?.seq ?? []), line.seq] })
  }
  for (const { taxClass, rateBp, seq } of byClass.values()) await updateInvoiceLineRows(tx, invoice, { seq, change: { taxClass, rateBp } })
  const lines = await listLinesOfOneInvoice(tx, invoice)
  const taxes = computeLineTaxesAtSeveralRates(lines)
  const moved = lines
    .map(({ seq, taxFen }, at) => ({ seq, before: taxFen, taxFen: taxes[at] ?? ZERO_FEN }))
    .filter(({ before, taxFen }) => before !== taxFen)
  for (const { seq, taxFen } of moved) await updateInvoiceLineRows(tx, invoice, { seq, change: { taxFen } })
  await updateInvoiceRow(tx, moment, invoice, { change: { taxFen: sum(taxes), rateBp: lines[0]?.rateBp ?? invoice.rateBp } })
}

/**
 * Stores the present tax classes for lines without one, before the request goes to the provider. Refuses INVOICE_TAX_CODE_MISSING with the
 * names of the goods. Returns the tax of the invoice.
 */
export async function saveMissingTaxCodes(tx: Tx, moment: Moment, invoice: Invoice): Promise<Fen> {
  const codes = await resolveInvoiceLineTaxClasses(tx, toShanghaiDay(moment.now), await listLinesOfOneInvoice(tx, invoice))
  const [first, ...others] = selectGoodsWithoutTaxClass(codes)
  if (first) {
    const names = others.length === 0 ? `「${first.goodsName}」` : `「${first.goodsName}」等 ${others.length + 1} 种商品`
    refuse('INVOICE_TAX_CODE_MISSING', { msg: `${names}缺少税收分类编码，请先在「税收编码」中设置` })
  }
  const lacking = codes.filter(({ line }) => line.live && !line.taxClass)
  if (lacking.length > 0) await writeCodes(tx, moment, invoice, lacking)
  return sum((await listLinesOfOneInvoice(tx, invoice)).map(({ taxFen }) => taxFen))
}

/** Replaces the tax classes of all lines of a request that is not issued. Returns how many lines changed. */
export async function updateInvoiceTaxClasses(tx: Tx, moment: Moment, invoice: Invoice): Promise<number> {
  const moved = (await resolveInvoiceLineTaxClasses(tx, toShanghaiDay(moment.now), await listLinesOfOneInvoice(tx, invoice))).filter(
    hasMoved,
  )
  await writeCodes(tx, moment, invoice, moved)
  return moved.length
}
