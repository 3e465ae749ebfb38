import type { PurchaseOrder, PurchaseOrderLine } from '#contract/catalog/purchase-orders/shapes.ts'
import { formatAmountInWords } from '#contract/platform/core/amount-in-words.ts'
import { formatMoney, formatRateAsExactPercent, formatYuan, multiplyFen } from '#contract/platform/core/money.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { formatSkuProps } from '#contract/platform/core/sku-props.ts'
import { breakIntoLines, type PdfDocumentData, type PdfPart } from '#server/adapters/pdf/public.ts'
import {
  buildBoldText,
  buildDocumentHashProof,
  buildLetterClosing,
  buildMutedText,
  buildRightAlignedText,
  buildRightAlignedUnbrokenText,
  buildSectionHeading,
  buildUnbrokenText,
  type Party,
} from '#server/billing/documents/public.ts'
import { sha256 } from '#server/platform/core/keys.ts'

/** What the paper says. It leaves out what came since, so a placed order gives the same file every time. */
export interface PurchaseOrderPrintoutContent {
  buyer: Party
  order: Pick<PurchaseOrder, 'orderNo' | 'supplierName' | 'shopName' | 'taxRate' | 'expectedDay' | 'note' | 'total' | 'madeAt'>
  lines: readonly Omit<PurchaseOrderLine, 'received' | 'batched' | 'barcode'>[]
}

export const buildPurchaseOrderPrintoutContent = (
  buyer: Party,
  { orderNo, supplierName, shopName, taxRate, expectedDay, note, total, madeAt }: PurchaseOrder,
  lines: readonly PurchaseOrderLine[],
): PurchaseOrderPrintoutContent => ({
  buyer,
  order: { orderNo, supplierName, shopName, taxRate, expectedDay, note, total, madeAt },
  lines: lines.map(({ received: _, batched: _has, barcode: _scanned, ...line }) => line),
})

/** Width in points of the column for a party on A4. */
const PARTY = 250

const parties = ({ buyer, order }: PurchaseOrderPrintoutContent): PdfPart => ({
  layout: 'framed',
  table: {
    widths: [52, PARTY, 62, '*'],
    body: [
      [buildMutedText('供应商'), buildBoldText(order.supplierName), buildMutedText('承诺到货日'), buildBoldText(order.expectedDay ?? '—')],
      [buildMutedText('采购方'), buildBoldText(buyer.name), buildMutedText('联系电话'), buyer.phone ?? '—'],
      [buildMutedText('地址'), breakIntoLines(buyer.address ?? '—', PARTY), buildMutedText('收货店铺'), order.shopName],
      [
        buildMutedText('税号'),
        buyer.creditCode ?? '—',
        buildMutedText('税率'),
        order.taxRate === 0 ? '不开专用发票' : formatRateAsExactPercent(order.taxRate),
      ],
    ],
  },
})

const HEADS = ['序号', '商品名称', '规格', '编码', '单位', '数量', '含税单价', '金额']
/** Widths in points: the space between the margins of A4 without the padding of the cells. */
const [NAME, SPEC, CODE] = [104, 84, 76]
const WIDTHS = [20, NAME, SPEC, CODE, 24, 40, 56, '*'] as const
const RIGHT_FROM = 5

const goodsTable = ({ lines }: PurchaseOrderPrintoutContent): PdfPart => ({
  layout: 'framed',
  table: {
    headerRows: 1,
    dontBreakRows: true,
    widths: [...WIDTHS],
    body: [
      HEADS.map((name, at) => buildBoldText(name, at < RIGHT_FROM ? 'left' : 'right')),
      ...lines.map(({ lineNo, goodsName, skuProps, skuCode, unit, quantity, price }) => [
        buildUnbrokenText(String(lineNo)),
        breakIntoLines(goodsName, NAME),
        breakIntoLines(formatSkuProps(skuProps), SPEC),
        breakIntoLines(skuCode, CODE),
        buildUnbrokenText(unit),
        buildRightAlignedUnbrokenText(String(quantity)),
        buildRightAlignedUnbrokenText(formatYuan(price, { grouped: true })),
        buildRightAlignedUnbrokenText(formatYuan(multiplyFen(price, quantity), { grouped: true })),
      ]),
    ],
  },
})

const sums = ({ order: { total, note } }: PurchaseOrderPrintoutContent): PdfPart => ({
  margin: [0, 6, 0, 0],
  stack: [
    buildRightAlignedText(`合计（含税）　${formatMoney(total)}`),
    { text: `合计（大写）　人民币${formatAmountInWords(total)}`, bold: true, margin: [0, 4, 0, 0] },
    ...(note === '' ? [] : [{ text: `说明　${note}`, margin: [0, 4, 0, 0] as const }]),
  ],
})

/** 采购单: what is ordered of a supplier, with the stamp of the mall and a hash. Equal content gives the same file. */
export const layOutPurchaseOrder = (content: PurchaseOrderPrintoutContent, stamp: Buffer | undefined): PdfDocumentData => {
  const { orderNo, supplierName, madeAt } = content.order
  return {
    title: `采购单 ${orderNo} ${supplierName}`,
    author: content.buyer.name,
    about: `${content.buyer.name} 采购单 ${orderNo}　${supplierName}`,
    made: madeAt,
    content: [
      { text: '采 购 单', bold: true, fontSize: 18, alignment: 'center', margin: [0, 0, 0, 10] },
      { columns: [`单号　${orderNo}`, buildRightAlignedText(`日期　${toShanghaiDay(madeAt)}`)], margin: [0, 0, 0, 6] },
      parties(content),
      buildSectionHeading('采购明细（元）'),
      goodsTable(content),
      sums(content),
      buildLetterClosing([{ name: content.buyer.name, stamp }], toShanghaiDay(madeAt)),
      buildDocumentHashProof('letter', {
        hash: sha256(JSON.stringify(content)).toString('hex'),
        howTo: '核对方法：由采购方再次下载同一采购单，校验码应与此相同；内容有任何不同，校验码即不同。',
      }),
    ],
  }
}
