import { createHash, randomInt } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** What an invoice was asked for with, in the words of the protocol (server/adapters/e-invoice/signed-invoice-provider.ts). */
export interface Asked {
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
  orderTime: string
  invoiceDetail: {
    goodsName: string
    /** 税收分类编码 and its short name; what was made out before they were asked for has neither. */
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

/** An invoice as the provider knows it. `readyAt`: when it is made out. */
export interface Kept {
  asked: Asked
  /** SHA-256 of what counts of it: the same serial with another content is refused. */
  content: string
  state: 20 | 2 | 22
  readyAt: string
  invoiceNo?: string
  invoiceTime?: string
  failCause?: string
}

/** What counts of an asking: everything but when it was sent. */
export const contentOf = ({ orderTime: _, ...asked }: Asked): string => createHash('sha256').update(JSON.stringify(asked)).digest('hex')

/** 20 digits, as the tax bureau makes them: year, region (44 Guangdong), where from, and fifteen of its own. */
export const newInvoiceNo = (now: Date): string =>
  `${now.toISOString().slice(2, 4)}440${String(randomInt(1e7)).padStart(7, '0')}${String(randomInt(1e8)).padStart(8, '0')}`

export interface Book {
  find(serialNo: string): Kept | undefined
  findByNumber(invoiceNo: string): Kept | undefined
  all(): readonly Kept[]
  /** Changes an invoice, or adds it, and writes the file before it returns. */
  keep(kept: Kept): void
}

/** What the provider remembers, in a file that survives it. */
export function openBook(folder: string): Book {
  const file = path.join(folder, 'invoices.json')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const known = new Map<string, Kept>(existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as [string, Kept][]) : [])
  return {
    find: (serialNo) => known.get(serialNo),
    findByNumber: (invoiceNo) => [...known.values()].find((one) => one.invoiceNo === invoiceNo),
    all: () => [...known.values()],
    keep(kept) {
      known.set(kept.asked.serialNo, kept)
      writeFileSync(`${file}.new`, JSON.stringify([...known]), { flush: true })
      renameSync(`${file}.new`, file)
    },
  }
}
