// The tax bureau's part of red letters: whether a buyer has deducted an invoice, and the 红字信息确认单.
import { randomInt } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { hashInvoiceRequestContent, type SandboxInvoiceRequest, type SandboxInvoiceStore } from './invoice-store.ts'
import type { InvoiceRequestError } from './rules.ts'

/** How long a buyer who has deducted the tax can confirm. */
const HOURS_TO_CONFIRM = 72

/** A 红字信息确认单 as the tax bureau stores it, with the field names of the protocol. */
export interface SandboxRedConfirmation {
  serialNo: string
  /** SHA-256 of the content of the request. */
  content: string
  originalNo: string
  taxIncludedAmount: string
  confirmNo: string
  /** 01 needs no confirmation, 02 waits for the buyer, 04 confirmed, 05 refused, 07 not confirmed in time. */
  confirmStatus: '01' | '02' | '04' | '05' | '07'
  /** When the buyer's time ends, as an ISO instant. */
  until?: string
}

interface Kept {
  /** The numbers of the invoices that their buyers have deducted. */
  deducted: string[]
  confirmations: SandboxRedConfirmation[]
}

/** What a buyer does at the tax bureau, with the number of the blue invoice. A request of the buyer is over the whole invoice, and the seller has confirmed it. */
export interface SandboxBuyerAct {
  invoiceNo: string
  act: 'deduct' | 'confirm' | 'refuse' | 'request'
}

export interface SandboxTaxBureau {
  /** Stores a request. The same serial number is the same 确认单. */
  request(asked: SandboxInvoiceRequest): { status: number; content: object }
  find(serialNo: string): object | undefined
  all(): readonly SandboxRedConfirmation[]
  /** Returns whether the invoice is deducted, and the number of a request. */
  act(done: SandboxBuyerAct): { deducted: boolean; confirmNo: string }
  /** Returns why a red letter cannot be issued yet; undefined: it can. */
  findRedLetterError(asked: SandboxInvoiceRequest): InvoiceRequestError | undefined
}

const shanghaiTime = (iso: string) => new Date(new Date(iso).getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
const createConfirmNo = (now: Date) => `4401${now.toISOString().slice(2, 7).replace('-', '')}${String(randomInt(1e10)).padStart(10, '0')}`

const describe = ({ serialNo, confirmNo, confirmStatus, until }: SandboxRedConfirmation) => ({
  serialNo,
  confirmNo,
  confirmStatus,
  ...(until === undefined ? {} : { confirmUntil: shanghaiTime(until) }),
})

/** The 确认单 in a file that survives a restart, with the states of now. */
function openKept(folder: string, now: () => Date): { current(): Kept; save(kept: Kept): void } {
  const file = path.join(folder, 'red-confirmations.json')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const kept: Kept = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Kept) : { deducted: [], confirmations: [] }
  return {
    current() {
      for (const one of kept.confirmations) if (one.confirmStatus === '02' && new Date(one.until ?? 0) <= now()) one.confirmStatus = '07'
      return kept
    },
    save(changed) {
      writeFileSync(`${file}.new`, JSON.stringify(changed), { flush: true })
      renameSync(`${file}.new`, file)
    },
  }
}

/** Opens the tax bureau over the provider's invoices. */
export function openSandboxTaxBureau(folder: string, store: SandboxInvoiceStore, now: () => Date): SandboxTaxBureau {
  const { current, save } = openKept(folder, now)
  return {
    request(asked) {
      const kept = current()
      const known = kept.confirmations.find(({ serialNo }) => serialNo === asked.serialNo)
      const content = hashInvoiceRequestContent(asked)
      if (known && known.content !== content) return { status: 409, content: { code: 'SERIAL_DIFFERS', message: '流水号重复而内容不同' } }
      if (known) return { status: 200, content: describe(known) }
      const { serialNo, originalNo = '', taxIncludedAmount } = asked
      if (!store.findByNumber(originalNo)) return { status: 400, content: { code: 'ORIGINAL', message: '对应的蓝字发票不存在' } }
      const deducted = kept.deducted.includes(originalNo)
      const until = deducted ? { until: new Date(now().getTime() + HOURS_TO_CONFIRM * 3_600_000).toISOString() } : {}
      const made: SandboxRedConfirmation = {
        serialNo,
        content,
        originalNo,
        taxIncludedAmount,
        confirmNo: createConfirmNo(now()),
        confirmStatus: deducted ? '02' : '01',
        ...until,
      }
      kept.confirmations.push(made)
      save(kept)
      return { status: 202, content: describe(made) }
    },
    find(serialNo) {
      const found = current().confirmations.find((one) => one.serialNo === serialNo)
      return found && describe(found)
    },
    all: () => current().confirmations,
    act({ invoiceNo, act }) {
      const kept = current()
      const confirmNo = createConfirmNo(now())
      if (act === 'request') {
        const taxIncludedAmount = `-${store.findByNumber(invoiceNo)?.asked.taxIncludedAmount ?? '0.00'}`
        const serialNo = `buyer-${confirmNo}`
        kept.confirmations.push({ serialNo, content: '', originalNo: invoiceNo, taxIncludedAmount, confirmNo, confirmStatus: '04' })
      } else if (act === 'deduct') kept.deducted.push(invoiceNo)
      else
        for (const one of kept.confirmations)
          if (one.originalNo === invoiceNo && one.confirmStatus === '02') one.confirmStatus = act === 'confirm' ? '04' : '05'
      save(kept)
      return { deducted: kept.deducted.includes(invoiceNo), confirmNo: act === 'request' ? confirmNo : '' }
    },
    findRedLetterError({ invoiceType, invoiceLine, originalNo, taxIncludedAmount, redConfirmNo }) {
      if (invoiceType !== 2 || invoiceLine !== 'bs') return undefined
      const found = current().confirmations.find(({ confirmNo }) => confirmNo === redConfirmNo)
      if (!found || (found.confirmStatus !== '01' && found.confirmStatus !== '04'))
        return { code: 'RED_CONFIRM', message: '红字信息确认单不存在或未确认' }
      if (found.originalNo !== originalNo || found.taxIncludedAmount !== taxIncludedAmount)
        return { code: 'RED_CONFIRM_DIFFERS', message: '红字发票与红字信息确认单不一致' }
      return undefined
    },
  }
}
