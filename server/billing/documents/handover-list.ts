import { formatGramsAsKg } from '#contract/orders/fulfilment/weight.ts'
import type { HandoverListRow } from '#contract/orders/handover-lists/api.ts'
import { formatShanghaiTime } from '#contract/platform/core/shanghai.ts'
import type { PdfDocumentData, PdfPart } from '#server/adapters/pdf/public.ts'
import {
  buildBoldText,
  buildMutedText,
  buildRightAlignedText,
  MUTED_COLOUR,
} from '#server/billing/documents/statements/statement-tables.ts'

/** The content of a hand-over list: the parcels that a carrier took on a day. */
export interface HandoverList {
  carrier: string
  day: string
  rows: readonly HandoverListRow[]
}

/** Counts parcels, waybill numbers (two parcels may go under one) and pieces. */
const countHandover = (rows: readonly HandoverListRow[]) => ({
  parcels: rows.length,
  waybills: new Set(rows.map(({ trackingNo }) => trackingNo)).size,
  pieces: rows.reduce((sum, { pieces }) => sum + pieces, 0),
  weighed: rows.filter(({ weighedGrams }) => weighedGrams !== null).length,
  grams: rows.reduce((sum, { weighedGrams }) => sum + (weighedGrams ?? 0), 0),
})

const HEADS = ['序号', '运单号', '订单号', '收货省市', '件数', '重量', '发出时间', '备注']
/** The columns of numbers. */
const RIGHT = [4, 5]

function parcels(rows: readonly HandoverListRow[]): PdfPart {
  const body = rows.map(({ trackingNo, orderNo, parcelNo, receiverRegion, pieces, weighedGrams, sentAt }, at): PdfPart[] => [
    String(at + 1),
    buildBoldText(trackingNo),
    `${orderNo}-${parcelNo}`,
    receiverRegion,
    buildRightAlignedText(String(pieces)),
    buildRightAlignedText(weighedGrams === null ? '—' : formatGramsAsKg(weighedGrams)),
    formatShanghaiTime(sentAt).slice(11, 16),
    '',
  ])
  return {
    layout: 'framed',
    margin: [0, 10, 0, 0],
    table: {
      headerRows: 1,
      dontBreakRows: true,
      widths: [26, 106, 116, '*', 32, 52, 46, 40],
      body: [HEADS.map((text, at) => buildBoldText(text, RIGHT.includes(at) ? 'right' : 'left')), ...body],
    },
  }
}

const LINE = '　　　　　　　　'
const signature = (title: string, name: string, person: string): PdfPart => ({
  stack: [
    buildBoldText(title),
    { text: name, margin: [0, 2, 0, 18] },
    buildMutedText(`${person}（签字）：${LINE}`),
    { text: `时间：　　　年　　月　　日　　时　　分`, color: MUTED_COLOUR, margin: [0, 6, 0, 0] },
  ],
})

/** 交接栏: who gives and who takes, kept together on one page. */
const signing = (seller: string, carrier: string): PdfPart => ({
  layout: 'framed',
  unbreakable: true,
  margin: [0, 14, 0, 0],
  table: {
    widths: ['*', '*'],
    body: [[signature('交货方', seller, '交货人'), signature('承运方', carrier, '揽收人')]],
  },
})

/** 交接单: what a carrier took on a day, to be signed by both. */
export function layOutHandoverList(
  { carrier, day, rows }: HandoverList,
  { seller, made }: { seller: string; made: Date },
): PdfDocumentData {
  const { parcels: count, waybills, pieces, weighed, grams } = countHandover(rows)
  const weight = weighed === 0 ? '' : `　${weighed === count ? '' : `已称重 ${weighed} 个包裹 `}共重 ${formatGramsAsKg(grams)}`
  return {
    title: `交接单 ${carrier} ${day}`,
    author: seller,
    about: `${seller} 交接单 ${carrier} ${day}　打印于 ${formatShanghaiTime(made)}`,
    made,
    content: [
      { text: '交 接 单', bold: true, fontSize: 18, alignment: 'center' },
      {
        columns: [`承运公司　${carrier}`, { text: `交货方　${seller}`, alignment: 'center' }, { text: `日期　${day}`, alignment: 'right' }],
        margin: [0, 8, 0, 0],
      },
      parcels(rows),
      { ...buildBoldText(`合计　${count} 个包裹　${waybills} 个运单号　${pieces} 件商品${weight}`, 'right'), margin: [0, 6, 0, 0] },
      {
        text: '双方当面清点，包裹数与外包装无误后签字；一式两份，各执一份。',
        color: MUTED_COLOUR,
        margin: [0, 6, 0, 0],
      },
      signing(seller, carrier),
    ],
  }
}
