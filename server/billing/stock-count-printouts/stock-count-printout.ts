import type { StockCount, StockCountEntryLine } from '#contract/catalog/stock-counts/shapes.ts'
import { encodeCode128TextBars } from '#contract/orders/fulfilment/code128.ts'
import { formatShanghaiTime } from '#contract/platform/core/shanghai.ts'
import { formatSkuProps } from '#contract/platform/core/sku-props.ts'
import { breakIntoLines, type PdfDocumentData, type PdfPart } from '#server/adapters/pdf/public.ts'
import { buildBarcode, buildBoldText, buildMutedText, buildRightAlignedText, buildUnbrokenText } from '#server/billing/documents/public.ts'

interface Printing {
  seller: string
  made: Date
}

/** Widths in points. The barcode has the narrowest bars that a scanner held close reads, a quarter of a millimetre. */
const [BIN, BARS, UNIT, UNITS] = [46, 116, 26, 44]
const BAR = { module: 0.75, height: 20 } as const
/** The bars that fit into their column. */
const MODULES_MAX = Math.floor(BARS / BAR.module)

/** The code that a scanner reads: the number on the box, else the part number. Without bars it is a text. */
function scannable({ barcode, skuCode }: StockCountEntryLine): PdfPart {
  const text = barcode || skuCode
  const drawn = encodeCode128TextBars(text)
  return drawn && drawn.modules <= MODULES_MAX ? buildBarcode(drawn, text, BAR) : breakIntoLines(text, BARS)
}

const goods = (count: StockCount, lines: readonly StockCountEntryLine[]): PdfPart => {
  const heads = ['序号', '货位', '条码', '商品编码、名称、规格', '单位', ...(count.blind ? [] : ['账面']), '实盘']
  return {
    layout: 'framed',
    margin: [0, 10, 0, 0],
    table: {
      headerRows: 1,
      dontBreakRows: true,
      widths: [24, BIN, BARS, '*', UNIT, ...(count.blind ? [] : [UNITS]), UNITS + 20],
      body: [
        heads.map((text) => buildBoldText(text)),
        ...lines.map((line): PdfPart[] => [
          buildUnbrokenText(String(line.lineNo)),
          buildUnbrokenText(line.bin),
          scannable(line),
          { stack: [buildBoldText(line.skuCode), `${line.goodsName} ${formatSkuProps(line.skuProps)}`] },
          buildUnbrokenText(line.unit),
          ...(count.blind ? [] : [buildRightAlignedText(line.booked === null ? '' : String(line.booked))]),
          '',
        ]),
      ],
    },
  }
}

const facts = (count: StockCount): PdfPart => ({
  layout: 'framed',
  margin: [0, 10, 0, 0],
  table: {
    widths: [56, '*', 56, '*'],
    body: [
      [buildMutedText('仓库'), buildBoldText(count.warehouseName), buildMutedText('范围'), count.about],
      [buildMutedText('开单'), `${count.madeBy}　${formatShanghaiTime(count.madeAt).slice(0, 16)}`, buildMutedText('备注'), count.note],
    ],
  },
})

const signing: PdfPart = {
  unbreakable: true,
  margin: [0, 16, 0, 0],
  columns: ['盘点人：', '复核人：', '日期：　　　年　　月　　日'],
}

/** 盘点表: the goods of a sheet in the order of their bins, each with a barcode and a place for what was counted. */
export const layOutStockCount = (
  count: StockCount,
  lines: readonly StockCountEntryLine[],
  { seller, made }: Printing,
): PdfDocumentData => ({
  title: `盘点表 ${count.countNo}`,
  author: seller,
  made,
  about: `${seller} 盘点表 ${count.countNo}　打印于 ${formatShanghaiTime(made)}`,
  content: [
    {
      columns: [
        {
          stack: [
            { text: '盘 点 表', bold: true, fontSize: 18 },
            { text: `第 ${count.round} 次盘点，共 ${lines.length} 个规格${count.blind ? '，盲盘' : ''}`, margin: [0, 4, 0, 0] },
          ],
        },
        buildRightAlignedText(count.countNo),
      ],
    },
    facts(count),
    goods(count, lines),
    {
      text: '实盘数量含订单已占用、已拣未发的，只要还在仓内都要清点；没有的填 0。同一商品放在几处的，请合计后填写。',
      margin: [0, 8, 0, 0],
    },
    signing,
  ],
})
