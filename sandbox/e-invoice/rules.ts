import type { SandboxInvoice, SandboxInvoiceRequest, SandboxInvoiceStore } from './invoice-store.ts'

export interface InvoiceRequestError {
  code: string
  message: string
}

const cents = (text: string) => Math.round(Number(text) * 100)

/**
 * Returns what is wrong with the tax codes. Each line needs a code of 19 digits and its short name; a red letter needs those of the
 * reversed lines.
 */
function taxCodeError({ invoiceDetail }: SandboxInvoiceRequest, blue: SandboxInvoice | undefined): InvoiceRequestError | undefined {
  const bad = invoiceDetail.findIndex(({ goodsCode = '', goodsSimpleName = '' }) => !/^\d{19}$/.test(goodsCode) || goodsSimpleName === '')
  if (bad >= 0) return { code: 'GOODS_CODE', message: `第 ${bad + 1} 行商品缺少 19 位税收分类编码或分类简称` }
  const known = blue?.asked.invoiceDetail.flatMap(({ goodsCode }) => goodsCode ?? [])
  if (known && known.length > 0 && invoiceDetail.some(({ goodsCode = '' }) => !known.includes(goodsCode)))
    return { code: 'RED_GOODS_CODE', message: '红字明细的税收分类编码与蓝字发票不一致' }
  return undefined
}

/** Returns why a request is refused; undefined: it is valid. */
export function findInvoiceRequestError(store: SandboxInvoiceStore, asked: SandboxInvoiceRequest): InvoiceRequestError | undefined {
  const lines = asked.invoiceDetail.reduce((total, line) => total + cents(line.taxIncludedAmount), 0)
  if (lines !== cents(asked.taxIncludedAmount)) return { code: 'AMOUNT', message: '明细合计与价税合计不符' }
  if (asked.invoiceType !== 2) return taxCodeError(asked, undefined)
  const blue = store.findByNumber(asked.originalNo ?? '')
  if (!blue) return { code: 'ORIGINAL', message: '对应的蓝字发票不存在' }
  const before = store
    .all()
    .filter((one) => one.asked.originalNo === asked.originalNo && one.asked.serialNo !== asked.serialNo && one.state !== 22)
  const taken = before.reduce((total, one) => total + cents(one.asked.taxIncludedAmount), 0)
  if (cents(blue.asked.taxIncludedAmount) + taken + cents(asked.taxIncludedAmount) < 0)
    return { code: 'RED_TOO_MUCH', message: '红冲金额超过蓝字发票余额' }
  return taxCodeError(asked, blue)
}
