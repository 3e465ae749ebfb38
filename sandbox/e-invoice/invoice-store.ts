import { createHash, randomInt } from 'node:crypto'
import { openRowsFile, type RowsFile } from '#sandbox/rows-file.ts'

/** A request for an invoice, with the field names of the protocol (server/adapters/e-invoice/signed-invoice-provider.ts). */
export interface SandboxInvoiceRequest {
  serialNo: string
  /** 1 blue, 2 red. */
  invoiceType: number
  /** bs 专票, pc 普票. */
  invoiceLine: 'bs' | 'pc'
  sellerName: string
  sellerTaxNum: string
  sellerAddress: string
  sellerTel: string
  sellerBank: string
  sellerAccount: string
  buyerName: string
  buyerTaxNum: string
  buyerAddress: string
  buyerTel: string
  buyerBank: string
  buyerAccount: string
  remark: string
  taxIncludedAmount: string
  taxAmount: string
  originalNo?: string
  redReason?: string
  /** The number of the 红字信息确认单, which a red letter of a 专票 must have. */
  redConfirmNo?: string
  orderTime: string
  invoiceDetail: {
    goodsName: string
    /** 税收分类编码 and its short name. Invoices that are older than these fields have neither. */
    goodsCode?: string
    goodsSimpleName?: string
    specType: string
    unit: string
    num?: string
    taxRate: string
    taxIncludedAmount: string
    taxAmount: string
  }[]
}

/** An invoice as the provider stores it. `readyAt` is the time when it is issued. */
export interface SandboxInvoice {
  asked: SandboxInvoiceRequest
  /** SHA-256 of the content. A request with the same serial number and another content is refused. */
  content: string
  state: 20 | 2 | 22
  readyAt: string
  invoiceNo?: string
  invoiceTime?: string
  failCause?: string
}

/** The content of a request: everything but the time when it was sent. */
export const hashInvoiceRequestContent = ({ orderTime: _, ...asked }: SandboxInvoiceRequest): string =>
  createHash('sha256').update(JSON.stringify(asked)).digest('hex')

/** Creates a number of 20 digits in the format of the tax bureau: year, region (44 Guangdong), source, and fifteen digits. */
export const createInvoiceNo = (now: Date): string =>
  `${now.toISOString().slice(2, 4)}440${String(randomInt(1e7)).padStart(7, '0')}${String(randomInt(1e8)).padStart(8, '0')}`

/** The provider's data: invoices by the serial numbers of their requests. */
export interface SandboxInvoiceStore extends RowsFile<SandboxInvoice> {
  findByNumber(invoiceNo: string): SandboxInvoice | undefined
}

export function openSandboxInvoiceStore(folder: string): SandboxInvoiceStore {
  const invoices = openRowsFile<SandboxInvoice>(folder, 'invoices.json', ({ asked }) => asked.serialNo)
  return Object.assign(invoices, {
    findByNumber: (invoiceNo: string) => invoices.all().find((one) => one.invoiceNo === invoiceNo),
  })
}
