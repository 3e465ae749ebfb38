// What was typed of an invoice, line by line. An untouched field has the value that is proposed for it.
import { parseAmount } from '#console/platform/components/forms/rule.ts'
import {
  computeInvoicedAmounts,
  formatSupplierInvoiceLineDifferences,
  matchSupplierInvoiceLine,
} from '#contract/catalog/supplier-invoices/match-line.ts'
import type { SupplierInvoiceLine, SupplierInvoiceLineInput, UninvoicedLine } from '#contract/catalog/supplier-invoices/shapes.ts'
import { Quantity } from '#contract/platform/core/fields.ts'
import { type Fen, fen } from '#contract/platform/core/money.ts'

/** A line that can be on the invoice, with what is proposed; `quantity` 0: it is not on it. */
export interface ProposedInvoiceLine extends UninvoicedLine {
  key: string
  proposed: { quantity: number; price: Fen; taxRate: number; total?: Fen; tax?: Fen }
}

/** The fields of a line as they stand in the form. undefined: nobody has touched it; null or '': it was emptied. */
export interface InvoiceLineValues {
  quantity?: number | null
  price?: string
  taxRate?: number
  total?: string
  tax?: string
}

const toKey = ({ purchaseOrderId, orderLineNo }: { purchaseOrderId: string; orderLineNo: number }) => `${purchaseOrderId}-${orderLineNo}`

/** The lines that are proposed: everything that came and is not invoiced, or what a returned invoice names and, left out, what it does not. */
export function proposeInvoiceLines(
  uninvoiced: readonly UninvoicedLine[],
  returned?: readonly SupplierInvoiceLine[],
): ProposedInvoiceLine[] {
  const named = (returned ?? []).map((line): ProposedInvoiceLine => {
    const { quantity, price, taxRate, net, tax } = line
    return { ...line, key: toKey(line), proposed: { quantity, price, taxRate, total: fen(net + tax), tax } }
  })
  const keys = new Set(named.map(({ key }) => key))
  const others = uninvoiced.filter((line) => !keys.has(toKey(line)))
  return [
    ...named,
    ...others.map((line) => ({
      ...line,
      key: toKey(line),
      proposed: {
        quantity: returned ? 0 : line.received - line.invoiced,
        price: line.orderedPrice,
        taxRate: line.orderedTaxRate,
      },
    })),
  ]
}

/** A line as it is sent; 'out': it is not on the invoice; undefined: an amount of it cannot be read. */
export function toTypedInvoiceLine(
  line: ProposedInvoiceLine,
  values: InvoiceLineValues = {},
): SupplierInvoiceLineInput | 'out' | undefined {
  const { proposed, purchaseOrderId, orderLineNo } = line
  const quantity = (values.quantity === undefined ? proposed.quantity : values.quantity) ?? 0
  if (quantity === 0) return 'out'
  if (!Quantity.safeParse(quantity).success) return undefined
  const price = values.price === undefined ? proposed.price : parseAmount(values.price)
  const taxRate = values.taxRate ?? proposed.taxRate
  const isChanged = quantity !== proposed.quantity || price !== proposed.price || taxRate !== proposed.taxRate
  const read = (text: string | undefined, kept: Fen | undefined) =>
    text === undefined || text.trim() === '' ? (isChanged || text !== undefined ? undefined : kept) : (parseAmount(text) ?? null)
  const [total, tax] = [read(values.total, proposed.total), read(values.tax, proposed.tax)]
  if (price === undefined || total === null || tax === null) return undefined
  const amounts = computeInvoicedAmounts({ price, quantity, taxRate, total, tax })
  return amounts.net > 0 ? { purchaseOrderId, orderLineNo, quantity, price, taxRate, ...amounts } : undefined
}

/** What a typed line differs in from what was ordered and came, in words. */
export function listTypedLineDifferences(
  { ordered, received, invoiced, orderedPrice, orderedTaxRate }: UninvoicedLine,
  typed: SupplierInvoiceLineInput,
  toleranceBp: number,
): string[] {
  const open = { orderedOpen: ordered - invoiced, receivedOpen: received - invoiced }
  return formatSupplierInvoiceLineDifferences(matchSupplierInvoiceLine({ ...typed, orderedPrice, orderedTaxRate, ...open }, toleranceBp))
}
