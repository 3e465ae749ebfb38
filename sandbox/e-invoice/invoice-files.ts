// The files of an invoice: PDF, XML, OFD. Each says clearly that it is not a real invoice.
import { formatAmountInWords } from '#contract/platform/core/amount-in-words.ts'
import { type Fen, formatMoney, formatYuan, negateFen, parseYuan, subtractFen, toYuan, ZERO_FEN } from '#contract/platform/core/money.ts'
import { type PdfPart, renderPdfOnWorker } from '#server/adapters/pdf/public.ts'
import type { SandboxInvoice, SandboxInvoiceRequest } from './invoice-store.ts'
import { createOfd } from './ofd.ts'

const NO_INVOICE = '演示样张，不是发票，不得报销或抵扣'
const INK = '#a3430b'
const MUTE = '#57615f'

const fenOf = (text: string): Fen => {
  const amount = parseYuan(text.replace(/^-/, '')) ?? ZERO_FEN
  return text.startsWith('-') ? negateFen(amount) : amount
}
const grouped = (amount: Fen) => formatYuan(amount, { grouped: true })
const percent = (rate: string) => `${Math.round(Number(rate) * 100)}%`
const label = (text: string): PdfPart => ({ text, color: INK })
const right = (text: string, bold = false): PdfPart => ({ text, alignment: 'right', bold })

/** '*矿山专用设备*采煤截齿', in the format of the tax bureau. */
const nameOf = ({ goodsName, goodsSimpleName }: SandboxInvoiceRequest['invoiceDetail'][number]): string =>
  goodsSimpleName === undefined ? goodsName : `*${goodsSimpleName}*${goodsName}`

const titleOf = ({ invoiceLine }: SandboxInvoiceRequest) => `电子发票（${invoiceLine === 'bs' ? '增值税专用发票' : '普通发票'}）`

function parties({ buyerName, buyerTaxNum, sellerName, sellerTaxNum }: SandboxInvoiceRequest): PdfPart {
  const side = (who: string, name: string, taxNo: string): PdfPart => ({
    stack: [label(`${who}信息`), { text: `名称：${name}`, margin: [0, 4, 0, 2] }, `统一社会信用代码/纳税人识别号：${taxNo}`],
  })
  return {
    layout: 'framed',
    margin: [0, 10, 0, 0],
    table: { widths: ['*', '*'], body: [[side('购买方', buyerName, buyerTaxNum), side('销售方', sellerName, sellerTaxNum)]] },
  }
}

function lines({ invoiceDetail, taxIncludedAmount, taxAmount }: SandboxInvoiceRequest): PdfPart {
  const heads = ['项目名称', '规格型号', '单位', '数量', '单价', '金额', '税率', '税额']
  const rows = invoiceDetail.map((line) => {
    const { specType, unit, num, taxRate, ...amounts } = line
    const [whole, tax] = [fenOf(amounts.taxIncludedAmount), fenOf(amounts.taxAmount)]
    const net = subtractFen(whole, tax)
    // A unit price is only shown if it is exact, because the amount is what counts.
    const price = num === undefined ? '' : (toYuan(net) / Number(num)).toFixed(6).replace(/\.?0{1,6}$/, '')
    return [nameOf(line), specType, unit, right(num ?? ''), right(price), right(grouped(net)), right(percent(taxRate)), right(grouped(tax))]
  })
  const [whole, tax] = [fenOf(taxIncludedAmount), fenOf(taxAmount)]
  const sum = [label('合　计'), '', '', '', '', right(formatMoney(subtractFen(whole, tax)), true), '', right(formatMoney(tax), true)]
  return {
    layout: 'ruled',
    margin: [0, 8, 0, 0],
    table: { headerRows: 1, dontBreakRows: true, widths: ['*', 70, 28, 34, 62, 68, 30, 60], body: [heads.map(label), ...rows, sum] },
  }
}

function total({ taxIncludedAmount }: SandboxInvoiceRequest): PdfPart {
  const whole = fenOf(taxIncludedAmount)
  const words = whole < 0 ? `（负数）${formatAmountInWords(negateFen(whole))}` : formatAmountInWords(whole)
  return {
    layout: 'framed',
    table: {
      widths: [100, '*', 150],
      body: [[label('价税合计（大写）'), { text: words, bold: true }, right(`（小写）${formatMoney(whole)}`, true)]],
    },
  }
}

/** Digital invoices have the address and the bank among the remarks. A red letter names the invoice that it reverses there. */
function remarks({ remark, originalNo, redReason, redConfirmNo, ...asked }: SandboxInvoiceRequest): PdfPart {
  const texts = [
    originalNo === undefined ? '' : `被红冲蓝字数电票号码：${originalNo}　红冲原因代码：${redReason ?? ''}`,
    redConfirmNo === undefined ? '' : `红字信息确认单编号：${redConfirmNo}`,
    asked.buyerAddress && `购买方地址：${asked.buyerAddress}　电话：${asked.buyerTel}`,
    asked.buyerBank && `购买方开户银行：${asked.buyerBank}　银行账号：${asked.buyerAccount}`,
    `销售方开户银行：${asked.sellerBank}　银行账号：${asked.sellerAccount}`,
    remark,
  ]
  const shown = texts.filter((text) => text !== '')
  return { layout: 'framed', table: { widths: [36, '*'], body: [[label('备　注'), { stack: shown }]] }, margin: [0, 8, 0, 0] }
}

const madeAt = ({ invoiceTime }: SandboxInvoice): Date => new Date(`${(invoiceTime ?? '1970-01-01 00:00:00').replace(' ', 'T')}+08:00`)

/** 2026年11月18日 */
const dayOf = ({ invoiceTime = '' }: SandboxInvoice): string => {
  const [year, month, day] = invoiceTime.slice(0, 10).split('-')
  return `${year}年${month}月${day}日`
}

async function pdfOf(kept: SandboxInvoice): Promise<Buffer> {
  const { asked, invoiceNo = '' } = kept
  const head: PdfPart = {
    columns: [
      { text: `${asked.invoiceType === 2 ? '红字' : ''}${titleOf(asked)}`, bold: true, fontSize: 15, color: INK },
      { alignment: 'right', stack: [`发票号码：${invoiceNo}`, `开票日期：${dayOf(kept)}`] },
    ],
  }
  const content: PdfPart[] = [
    { text: NO_INVOICE, color: '#b3261e', bold: true, alignment: 'center', margin: [0, 0, 0, 10] },
    ...[head, parties(asked), lines(asked), total(asked), remarks(asked)],
    { text: `开票人：${asked.sellerName}`, margin: [0, 10, 0, 0], color: MUTE },
  ]
  const about = `${titleOf(asked)}　${invoiceNo}　${NO_INVOICE}`
  return Buffer.from(
    await renderPdfOnWorker({ title: `${titleOf(asked)} ${invoiceNo}`, author: asked.sellerName, about, content, made: madeAt(kept) }),
  )
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** An XML element with child elements or with text. */
const element = (name: string, inner: string | readonly string[]): string =>
  typeof inner === 'string' ? `<${name}>${escaped(inner)}</${name}>` : `<${name}>\n${inner.join('\n')}\n</${name}>`

function xmlOf(kept: SandboxInvoice): string {
  const { asked, invoiceNo = '', invoiceTime = '' } = kept
  const { invoiceDetail, ...facts } = asked
  const fields = Object.entries(facts).map(([name, value]) => element(name, String(value)))
  const details = invoiceDetail.map((line) =>
    element(
      'detail',
      Object.entries({ ...line, goodsName: nameOf(line) }).map(([name, value]) => element(name, String(value))),
    ),
  )
  const all = [element('notice', NO_INVOICE), element('invoiceNo', invoiceNo), element('invoiceTime', invoiceTime), ...fields]
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('eInvoice', [...all, element('invoiceDetail', details)])}\n`
}

/** The text of the OFD page, line by line. */
const textsOf = (kept: SandboxInvoice): string[] => {
  const { asked, invoiceNo = '' } = kept
  return [
    ...[NO_INVOICE, titleOf(asked), `发票号码：${invoiceNo}　开票日期：${dayOf(kept)}`],
    ...[`购买方：${asked.buyerName}　${asked.buyerTaxNum}`, `销售方：${asked.sellerName}　${asked.sellerTaxNum}`],
    ...asked.invoiceDetail.map(
      (line) =>
        `${nameOf(line)}　${line.goodsCode ?? ''}　${line.specType}　${line.num ?? ''}${line.unit}　含税 ${line.taxIncludedAmount}　税额 ${line.taxAmount}`,
    ),
    `价税合计 ${asked.taxIncludedAmount}　其中税额 ${asked.taxAmount}`,
  ]
}

/** Creates a file of an issued invoice. */
export async function createInvoiceFile(kept: SandboxInvoice, format: 'pdf' | 'ofd' | 'xml'): Promise<Buffer> {
  if (format === 'pdf') return pdfOf(kept)
  return format === 'xml' ? Buffer.from(xmlOf(kept)) : createOfd(textsOf(kept))
}
