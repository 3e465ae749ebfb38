// Recognises by its form what a text may be that somebody types into the finder.
import { normalisePartNumber } from '#contract/catalog/goods/normalise-part-number.ts'
import { BATCH_NO_MAX } from '#contract/catalog/inventory/batches.ts'
import { normaliseWaybillNumber } from '#contract/orders/fulfilment/waybill.ts'
import { BUYER_REFERENCE_LENGTH_MAX } from '#contract/orders/orders/buyer-references.ts'
import { type Fen, parseYuan } from '#contract/platform/core/money.ts'
import { extractTransferCodesFromRemark } from '#server/money/payments/public.ts'

/** The forms of a text. What it cannot be is undefined. */
export interface FinderTextForms {
  /** The text itself, with half-width characters. */
  text: string
  /** Without spaces, in capitals, as numbers are written. */
  number: string
  /** The beginning of an order number, or all of it; a contract has the number of its order behind HT. */
  orderNo: string | undefined
  poNumber: string | undefined
  /** The beginning of a waybill number, or all of it. */
  waybill: string | undefined
  /** The beginning of the number of an after-sale, or all of it. */
  afterSaleNo: string | undefined
  /** The beginning of the number of an application for an invoice, or all of it. */
  invoiceNo: string | undefined
  /** The beginnings of the numbers of our own documents, or all of them. */
  countNo: string | undefined
  receiptNo: string | undefined
  transferNo: string | undefined
  purchaseOrderNo: string | undefined
  quotationNo: string | undefined
  proposalNo: string | undefined
  waveNo: string | undefined
  /** The number of a batch, as it is kept. */
  batchNo: string | undefined
  /** The beginning of the number of an acceptance bill, or all of it, as its holder has typed it. */
  billNo: string | undefined
  /** The number of a tax invoice, ours or that of a supplier. */
  taxNumber: string | undefined
  mobile: string | undefined
  maskedMobile: string | undefined
  lastDigits: string | undefined
  /** Part of a name of a person, a company or goods, or of a SKU code. */
  part: string | undefined
  /** A part number without what people write differently. */
  bareCode: string | undefined
  /** The number of another maker's part or a company's material code, without what people write differently. */
  otherCode: string | undefined
  /** What a payer writes into the remark of a transfer. */
  transferCode: string | undefined
  /** A number of a payment, ours or that of a provider or a bank, or of a bank line. */
  reference: string | undefined
  amountFen: Fen | undefined
}

/** The day and four more digits: so few order numbers begin alike that all of them can be looked at. */
const ORDER_NO = /^\d{12,18}$/
const AFTER_SALE_NO = /^SH\d{8}[0-9A-F]{0,10}$/
const INVOICE_NO = /^FP\d{8}[0-9A-F]{0,10}$/
const COUNT_NO = /^PD\d{8,12}$/
const RECEIPT_NO = /^RK\d{8,12}$/
const TRANSFER_NO = /^DB\d{8,12}$/
const PURCHASE_ORDER_NO = /^CG\d{8,12}$/
const QUOTATION_NO = /^Q\d{8}[0-9A-F]{0,10}$/
const PROPOSAL_NO = /^P\d{8}[0-9A-F]{0,10}$/
const WAVE_NO = /^20\d{6,10}$/
const CONTRACT_NO = /^HT(\d{12,18})$/
const BATCH_NO = /^[\p{L}\p{N}./_#+-]{2,}$/u
const BILL_NO = /^[0-9A-Za-z-]{6,40}$/
const TAX_NUMBER = /^(?:\d{20}|\d{8})$/
const WAYBILL = /^[A-Z0-9][A-Z0-9-]{4,39}$/
const WAYBILL_DIGITS_MIN = 4
const MOBILE = /^(?:\+?86)?(1[3-9]\d{9})$/
const MASKED_MOBILE = /^1\d{2}\*{4}\d{4}$/
const LAST_DIGITS = /^\d{4}$/
/** Numbers are told apart from amounts by the sign or the decimals. */
const AMOUNT = /^(?:¥(\d{1,10}(?:\.\d{1,2})?)|(\d{1,10}\.\d{1,2}))$/
const REFERENCE = /^[\w-]{6,60}$/
const BARE_CODE = /^[a-z0-9]{2,}$/
/** A part of one character is in too many names. */
const PART_MIN = 2

/** Recognises all forms that a text may have. */
export function parseFinderTextForms(keyword: string): FinderTextForms {
  const text = keyword.normalize('NFKC').trim()
  const number = normaliseWaybillNumber(text)
  const joined = text.replace(/\s+/g, '')
  const mobile = MOBILE.exec(number)?.[1]
  const amount = AMOUNT.exec(number.replaceAll(',', ''))
  const bareCode = normalisePartNumber(text)
  const ifLike = (form: RegExp) => (form.test(number) ? number : undefined)
  return {
    text,
    number,
    orderNo: CONTRACT_NO.exec(number)?.[1] ?? ifLike(ORDER_NO),
    poNumber: text.length <= BUYER_REFERENCE_LENGTH_MAX ? text : undefined,
    waybill: mobile === undefined && number.replace(/\D/g, '').length >= WAYBILL_DIGITS_MIN ? ifLike(WAYBILL) : undefined,
    afterSaleNo: ifLike(AFTER_SALE_NO),
    invoiceNo: ifLike(INVOICE_NO),
    countNo: ifLike(COUNT_NO),
    receiptNo: ifLike(RECEIPT_NO),
    transferNo: ifLike(TRANSFER_NO),
    purchaseOrderNo: ifLike(PURCHASE_ORDER_NO),
    quotationNo: ifLike(QUOTATION_NO),
    proposalNo: ifLike(PROPOSAL_NO),
    waveNo: ifLike(WAVE_NO),
    batchNo: joined.length <= BATCH_NO_MAX && BATCH_NO.test(joined) ? joined.toUpperCase() : undefined,
    billNo: BILL_NO.test(joined) ? joined : undefined,
    taxNumber: ifLike(TAX_NUMBER),
    mobile,
    maskedMobile: ifLike(MASKED_MOBILE),
    lastDigits: ifLike(LAST_DIGITS),
    part: [...text].length >= PART_MIN ? text : undefined,
    bareCode: BARE_CODE.test(bareCode) ? bareCode : undefined,
    otherCode: bareCode.length >= PART_MIN ? bareCode : undefined,
    transferCode: extractTransferCodesFromRemark(text)[0],
    reference: REFERENCE.test(text) ? text : undefined,
    amountFen: amount ? parseYuan(amount[1] ?? amount[2] ?? '') : undefined,
  }
}
