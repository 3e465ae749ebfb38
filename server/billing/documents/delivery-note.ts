import { type BatchUnits, formatBatch } from '#contract/catalog/inventory/batches.ts'
import { encodeCode128Bars } from '#contract/orders/fulfilment/code128.ts'
import { formatDeliveryNoteNumber, type TankerTransport } from '#contract/orders/fulfilment/shapes.ts'
import { formatShanghaiTime } from '#contract/platform/core/shanghai.ts'
import type { PdfBundleData, PdfDocumentData, PdfPart } from '#server/adapters/pdf/public.ts'
import {
  buildBoldText,
  buildMutedText,
  buildRightAlignedText,
  MUTED_COLOUR,
} from '#server/billing/documents/statements/statement-tables.ts'
import { buildBarcode } from './barcode.ts'

/** The content of a delivery note: a parcel with its order, receiver and transport. */
export interface DeliveryNote {
  orderNo: string
  parcelNo: number
  /** How many parcels the order has so far. */
  parcels: number
  buyer: string
  receiver: { name: string; mobile: string; region: string; detail: string }
  remark: string
  carrier: string
  trackingNo: string
  tanker: TankerTransport | null
  sentAt: Date
  lines: readonly {
    goodsName: string
    skuCode: string
    skuProps: Record<string, string>
    materialCode: string
    unit: string
    quantity: number
    /** The batches that its units are of; none for goods without batches. */
    batches: readonly BatchUnits[]
    /** 赠品: a line at price zero. */
    gift: boolean
  }[]
}

/** The name of the goods on a document. It marks gifts, so that the price of zero is explained. */
export const formatGoodsNameWithGiftMark = ({ goodsName, gift }: { goodsName: string; gift: boolean }): string =>
  gift ? `${goodsName}（赠品）` : goodsName

function way({ tanker, carrier, trackingNo }: DeliveryNote): PdfPart[][] {
  if (!tanker) return [[buildMutedText('承运公司'), carrier, buildMutedText('运单号'), buildBoldText(trackingNo)]]
  const { driver, plate, driverMobile, weighNoteNo, netKg, litres } = tanker
  return [
    [buildMutedText('承运'), `自有罐车　${plate}`, buildMutedText('司机'), `${driver}　${driverMobile}`],
    [buildMutedText('磅单号'), weighNoteNo, buildMutedText('净重、升数'), buildBoldText(`${netKg} kg　${litres} L`)],
  ]
}

function facts(note: DeliveryNote, seller: string): PdfPart {
  const { receiver, buyer, orderNo, sentAt, remark } = note
  return {
    layout: 'framed',
    margin: [0, 10, 0, 0],
    table: {
      widths: [56, '*', 56, '*'],
      body: [
        [buildMutedText('收货单位'), buildBoldText(buyer), buildMutedText('供货单位'), buildBoldText(seller)],
        [
          buildMutedText('收货人'),
          `${receiver.name}　${receiver.mobile}`,
          buildMutedText('发货时间'),
          formatShanghaiTime(sentAt).slice(0, 16),
        ],
        [buildMutedText('收货地址'), `${receiver.region} ${receiver.detail}`, buildMutedText('订单号'), orderNo],
        ...way(note),
        ...(remark === '' ? [] : [[buildMutedText('订单备注'), remark, buildMutedText(''), '']]),
      ],
    },
  }
}

/** One text a batch: its number and best-before day, with its units if there are several. */
const formatBatchesOfLine = (batches: readonly BatchUnits[]): string[] =>
  batches.map((batch) => `批号 ${formatBatch(batch)}${batches.length > 1 ? ` ${batch.units} 件` : ''}`)

function goods({ lines }: DeliveryNote): PdfPart {
  const head = ['序号', '商品编码', '商品名称、规格', '物料编码', '单位', '发货数量', '实收数量']
  const rows = lines.map(({ skuCode, skuProps, materialCode, unit, quantity, batches, ...line }, at): PdfPart[] => [
    ...[String(at + 1), skuCode],
    [`${formatGoodsNameWithGiftMark(line)} ${Object.values(skuProps).join(' ')}`, ...formatBatchesOfLine(batches)].join('\n'),
    ...[materialCode, unit],
    { text: String(quantity), alignment: 'right', bold: true },
    '',
  ])
  return {
    layout: 'framed',
    margin: [0, 10, 0, 0],
    table: {
      headerRows: 1,
      dontBreakRows: true,
      widths: [26, 84, '*', 70, 30, 50, 50],
      body: [head.map((text) => buildBoldText(text)), ...rows],
    },
  }
}

/** 签收栏: the fields for signatures, kept together on one page. */
const signing = (seller: string, buyer: string): PdfPart => ({
  layout: 'framed',
  unbreakable: true,
  margin: [0, 14, 0, 0],
  table: {
    widths: ['*', '*'],
    body: [
      [
        {
          stack: [
            buildBoldText('发货方'),
            { text: seller, margin: [0, 2, 0, 30] },
            buildMutedText('发货人：　　　　　　日期：　　　年　　月　　日'),
          ],
        },
        {
          stack: [
            buildBoldText('收货方（签字或盖章）'),
            { text: buyer, margin: [0, 2, 0, 30] },
            buildMutedText('收货人：　　　　　　日期：　　　年　　月　　日'),
          ],
        },
      ],
    ],
  },
})

/** What is printed on all notes of a file: the seller, and when it was made. */
interface Printing {
  seller: string
  made: Date
}

/** One note without the file around it. */
function layOutNote(note: DeliveryNote, { seller, made }: Printing): Pick<PdfDocumentData, 'about' | 'content'> {
  const number = formatDeliveryNoteNumber(note.orderNo, note.parcelNo)
  const units = note.lines.reduce((sum, { quantity }) => sum + quantity, 0)
  return {
    about: `${seller} 送货单 ${number}　打印于 ${formatShanghaiTime(made)}`,
    content: [
      {
        columns: [
          {
            stack: [
              { text: '送 货 单', bold: true, fontSize: 18 },
              { text: `第 ${note.parcelNo} 个包裹，本订单已发 ${note.parcels} 个`, color: MUTED_COLOUR, margin: [0, 4, 0, 0] },
            ],
          },
          buildBarcode(encodeCode128Bars(number), number),
        ],
      },
      facts(note, seller),
      goods(note),
      { ...buildRightAlignedText(`共 ${note.lines.length} 种，${units} 件`), margin: [0, 4, 0, 0] },
      {
        text: '请当面清点数量、检查外包装；如有短少或破损，请在签收栏注明并拍照，15 天内可在商城申请售后。',
        color: MUTED_COLOUR,
        margin: [0, 8, 0, 0],
      },
      signing(seller, note.buyer),
    ],
  }
}

/** 送货单: the contents of one parcel, to be signed by the receiver. */
export const layOutDeliveryNote = (note: DeliveryNote, printing: Printing): PdfDocumentData => ({
  title: `送货单 ${formatDeliveryNoteNumber(note.orderNo, note.parcelNo)}`,
  author: printing.seller,
  made: printing.made,
  ...layOutNote(note, printing),
})

/** Several notes in one file, in the given sequence. Each begins on a new page and counts its own pages, because each is signed alone. */
export const layOutDeliveryNotes = (notes: readonly DeliveryNote[], printing: Printing): PdfBundleData => ({
  title: `送货单 ${notes.length} 张`,
  author: printing.seller,
  made: printing.made,
  papers: notes.map((note) => layOutNote(note, printing)),
})
