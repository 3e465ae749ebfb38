// 税收分类编码 of invoice lines. They are fixed at the time of the request. Lines without one take it from the catalog before the request goes to
// the provider.
import { type RawBuilder, sql } from 'kysely'
import { openInvoiceStates } from '#contract/billing/invoices/invoice-lifecycle.ts'
import type { TaxClass } from '#contract/catalog/goods/tax-class.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import {
  buildInvoiceQuery,
  type Invoice,
  type InvoiceLineRow,
  listLinesOfOneInvoice,
  updateInvoiceLines,
} from '#server/billing/invoices/invoice-store.ts'
import { hasNoTaxClassSql, readTaxClassesBySku, type SkuTaxClass } from '#server/catalog/goods/public.ts'
import { anyOfIdsSql, type Db, type Tx } from '#server/platform/core/db.ts'

/** Why a request does not go to the provider. */
export const TAX_CODE_MISSING_TEXT = '商品缺少税收分类编码'

/**
 * SQL: a request in `invoice` with a line that had no tax code at the time of the request and whose goods still have none in the catalog.
 */
export const waitingForTaxCodesSql: RawBuilder<boolean> = sql`(invoice.state in (${sql.join(openInvoiceStates.map((state) => sql.lit(state)))})
  and exists (select from invoice_line l
  where l.enterprise_id = invoice.enterprise_id and l.invoice_id = invoice.id and l.live and l.tax_code is null
  and ${hasNoTaxClassSql(sql.ref('l.sku_id'))}))`

/** Finds which of the given requests, of any enterprise, lack a tax code. */
export async function findInvoiceIdsWithoutTaxCode(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await buildInvoiceQuery(db).where('id', '=', anyOfIdsSql(ids)).where(waitingForTaxCodesSql).execute()
  return new Set(rows.map(({ id }) => id))
}

/** A line with the tax class that applies, and the present tax class of its goods. */
export interface InvoiceLineWithTaxClass {
  line: InvoiceLineRow
  /** The stored tax class of the line, which does not change; without one, that of its goods. */
  taxClass: TaxClass | null
  now: SkuTaxClass | undefined
}

/** Finds the tax classes of lines with one statement. */
export async function resolveInvoiceLineTaxClasses(db: Db, lines: readonly InvoiceLineRow[]): Promise<InvoiceLineWithTaxClass[]> {
  const classes = await readTaxClassesBySku(
    db,
    lines.map(({ skuId }) => skuId),
  )
  return lines.map((line) => {
    const now = classes.get(line.skuId)
    return { line, taxClass: line.taxClass ?? now?.taxClass ?? null, now }
  })
}

/** Lists the goods of lines without a tax class, each once. */
export function selectGoodsWithoutTaxClass(codes: readonly InvoiceLineWithTaxClass[]): { goodsId: string; goodsName: string }[] {
  const goods = codes.flatMap(({ line, taxClass, now }) => (line.live && !taxClass && now ? [now] : []))
  return [...new Map(goods.map(({ goodsId, goodsName }) => [goodsId, { goodsId, goodsName }])).values()]
}

/** Whether the tax class of the goods differs from that of the line. */
const hasMoved = ({ line, now }: InvoiceLineWithTaxClass): boolean =>
  line.live &&
  line.taxClass !== null &&
  Boolean(now?.taxClass) &&
  (line.taxClass.taxCode !== now?.taxClass?.taxCode || line.taxClass.taxName !== now.taxClass.taxName)

/** Whether the catalog has another tax class than any of the lines. */
export const haveTaxClassesChanged = (codes: readonly InvoiceLineWithTaxClass[]): boolean => codes.some(hasMoved)

/** Writes the present tax classes of the goods to the lines, with one statement for each class. */
async function writeCodes(tx: Tx, invoice: Invoice, codes: readonly InvoiceLineWithTaxClass[]): Promise<void> {
  const byClass = new Map<string, { taxClass: TaxClass; seq: number[] }>()
  for (const { line, now } of codes) {
    if (!now?.taxClass) continue
    const key = `${now.taxClass.taxCode} ${now.taxClass.taxName}`
    byClass.set(key, { taxClass: now.taxClass, seq: [...(byClass.get(key)?.seq ?? []), line.seq] })
  }
  for (const { taxClass, seq } of byClass.values()) await updateInvoiceLines(tx, invoice, { seq, change: { taxClass } })
}

/**
 * Stores the present tax classes for lines without one, before the request goes to the provider. Refuses INVOICE_TAX_CODE_MISSING with the
 * names of the goods.
 */
export async function saveMissingTaxCodes(tx: Tx, invoice: Invoice): Promise<void> {
  const codes = await resolveInvoiceLineTaxClasses(tx, await listLinesOfOneInvoice(tx, invoice))
  const [first, ...others] = selectGoodsWithoutTaxClass(codes)
  if (first) {
    const names = others.length === 0 ? `「${first.goodsName}」` : `「${first.goodsName}」等 ${others.length + 1} 种商品`
    refuse('INVOICE_TAX_CODE_MISSING', { msg: `${names}缺少税收分类编码，请先在「税收编码」中设置` })
  }
  const lacking = codes.filter(({ line }) => line.live && !line.taxClass)
  await writeCodes(tx, invoice, lacking)
}

/** Replaces the tax classes of all lines of a request that is not issued. Returns how many lines changed. */
export async function updateInvoiceTaxClasses(tx: Tx, invoice: Invoice): Promise<number> {
  const moved = (await resolveInvoiceLineTaxClasses(tx, await listLinesOfOneInvoice(tx, invoice))).filter(hasMoved)
  await writeCodes(tx, invoice, moved)
  return moved.length
}
