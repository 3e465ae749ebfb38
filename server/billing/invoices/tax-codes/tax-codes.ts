// 税收分类编码 of an invoice's lines: fixed when it is asked for; what had none then takes it from the catalogue before it goes to the provider.
import { type RawBuilder, sql } from 'kysely'
import { openInvoiceStates } from '#contract/billing/invoices/invoice-lifecycle.ts'
import type { TaxClass } from '#contract/catalog/goods/tax-class.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import {
  type Invoice,
  type InvoiceLineRow,
  listLinesOfInvoice,
  selectInvoices,
  updateInvoiceLines,
} from '#server/billing/invoices/invoice-store.ts'
import { lacksTaxClass, readTaxClasses, type SkuTaxClass } from '#server/catalog/goods/public.ts'
import { anyOf, type Db, type Tx } from '#server/platform/core/db.ts'

/** Why a request does not go to the provider. */
export const TAX_CODE_MISSING_TEXT = '商品缺少税收分类编码'

/** Requests, rows of `invoice`, that wait for the code of a good: no code when they were asked for, and none in the catalogue since. */
export const waitsForTaxCodes: RawBuilder<boolean> = sql`(invoice.state in (${sql.join(openInvoiceStates.map((state) => sql.lit(state)))})
  and exists (select from invoice_line l
  where l.enterprise_id = invoice.enterprise_id and l.invoice_id = invoice.id and l.live and l.tax_code is null
  and ${lacksTaxClass(sql.ref('l.sku_id'))}))`

/** Which of some requests, of any company, wait so. */
export async function findInvoicesWithoutTaxCode(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await selectInvoices(db).where('id', '=', anyOf(ids)).where(waitsForTaxCodes).execute()
  return new Set(rows.map(({ id }) => id))
}

/** A line with what it goes by, and what its good is to the tax bureau now. */
export interface LineTaxClass {
  line: InvoiceLineRow
  /** The line's own, which nothing changes; where it has none, its good's. */
  taxClass: TaxClass | null
  now: SkuTaxClass | undefined
}

/** Lines with their tax classes. One statement, however many. */
export async function findLineTaxClasses(db: Db, lines: readonly InvoiceLineRow[]): Promise<LineTaxClass[]> {
  const classes = await readTaxClasses(
    db,
    lines.map(({ skuId }) => skuId),
  )
  return lines.map((line) => {
    const now = classes.get(line.skuId)
    return { line, taxClass: line.taxClass ?? now?.taxClass ?? null, now }
  })
}

/** The goods of lines that no class is known for, each once. */
export function goodsWithoutTaxClass(codes: readonly LineTaxClass[]): { goodsId: string; goodsName: string }[] {
  const goods = codes.flatMap(({ line, taxClass, now }) => (line.live && !taxClass && now ? [now] : []))
  return [...new Map(goods.map(({ goodsId, goodsName }) => [goodsId, { goodsId, goodsName }])).values()]
}

/** Whether a good's class is another by now than the line's. */
const hasMoved = ({ line, now }: LineTaxClass): boolean =>
  line.live &&
  line.taxClass !== null &&
  Boolean(now?.taxClass) &&
  (line.taxClass.taxCode !== now?.taxClass?.taxCode || line.taxClass.taxName !== now.taxClass.taxName)

/** Whether the catalogue says another class than some line does. */
export const haveTaxClassesChanged = (codes: readonly LineTaxClass[]): boolean => codes.some(hasMoved)

/** Writes onto lines what their goods are now: a statement a class, however many lines. */
async function writeCodes(tx: Tx, invoice: Invoice, codes: readonly LineTaxClass[]): Promise<void> {
  const byClass = new Map<string, { taxClass: TaxClass; seq: number[] }>()
  for (const { line, now } of codes) {
    if (!now?.taxClass) continue
    const key = `${now.taxClass.taxCode} ${now.taxClass.taxName}`
    byClass.set(key, { taxClass: now.taxClass, seq: [...(byClass.get(key)?.seq ?? []), line.seq] })
  }
  for (const { taxClass, seq } of byClass.values()) await updateInvoiceLines(tx, invoice, { seq, change: { taxClass } })
}

/** Fixes what lines without a code take from the catalogue now, before the request is handed over. Refuses INVOICE_TAX_CODE_MISSING by name. */
export async function saveMissingTaxCodes(tx: Tx, invoice: Invoice): Promise<void> {
  const codes = await findLineTaxClasses(tx, await listLinesOfInvoice(tx, invoice))
  const [first, ...others] = goodsWithoutTaxClass(codes)
  if (first) {
    const names = others.length === 0 ? `「${first.goodsName}」` : `「${first.goodsName}」等 ${others.length + 1} 种商品`
    refuse('INVOICE_TAX_CODE_MISSING', { msg: `${names}缺少税收分类编码，请先在「税收编码」中设置` })
  }
  const lacking = codes.filter(({ line }) => line.live && !line.taxClass)
  await writeCodes(tx, invoice, lacking)
}

/** Takes the catalogue's classes for all lines, of an invoice that nobody has made out. Returns how many lines that changed. */
export async function updateTaxCodesFromCatalog(tx: Tx, invoice: Invoice): Promise<number> {
  const moved = (await findLineTaxClasses(tx, await listLinesOfInvoice(tx, invoice))).filter(hasMoved)
  await writeCodes(tx, invoice, moved)
  return moved.length
}
