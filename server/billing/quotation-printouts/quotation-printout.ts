import { quotationLineOutcomes } from '#contract/orders/quotations/quotation-lifecycle.ts'
import {
  isDrawingOfOffer,
  type QuotationDetail,
  type QuotationDrawing,
  type QuotationLine,
  type QuotationOffer,
  type QuotationOfferLine,
} from '#contract/orders/quotations/shapes.ts'
import { formatAmountInWords } from '#contract/platform/core/amount-in-words.ts'
import { type Fen, formatMoney, formatYuan, multiplyFen, sum } from '#contract/platform/core/money.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
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
  type Parties,
} from '#server/billing/documents/public.ts'
import { sha256 } from '#server/platform/core/keys.ts'

/** What the paper says: one version of the answer, which never changes, and what was asked. */
export interface QuotationPrintoutContent extends Parties {
  quotationNo: string
  title: string
  shipTo: string
  wantedDay: string | null
  offer: Omit<QuotationOffer, 'lines'>
  /** `validUntil` of a line: its last day where that is before the last day of the offer; undefined otherwise, as on papers before lines had one. */
  lines: readonly (Omit<QuotationOfferLine, 'validUntil'> & { quantity: number; validUntil: string | undefined })[]
  /** The drawings that there were when the offer was made; undefined if none, so that such a paper has the hash that it had before drawings. */
  drawings: readonly Pick<QuotationDrawing, 'drawingNo' | 'name' | 'lineNo' | 'bytes'>[] | undefined
}

export const buildQuotationPrintoutContent = (
  {
    quotationNo,
    title,
    shipTo,
    wantedDay,
    lines,
    drawings,
  }: Pick<QuotationDetail, 'quotationNo' | 'title' | 'shipTo' | 'wantedDay' | 'lines' | 'drawings'>,
  { version, validUntil, note, madeAt, lines: offered }: QuotationOffer,
  { seller, buyer }: Parties,
): QuotationPrintoutContent => {
  const seen = drawings
    .filter((drawing) => isDrawingOfOffer(drawing, { version }))
    .map(({ drawingNo, name, lineNo, bytes }) => ({ drawingNo, name, lineNo, bytes }))
  const quantities = new Map(lines.map(({ lineNo, goodsNum }: QuotationLine) => [lineNo, goodsNum]))
  return {
    quotationNo,
    title,
    shipTo,
    wantedDay,
    seller,
    buyer,
    offer: { version, validUntil, note, madeAt },
    lines: offered.map(({ validUntil: lastDay, ...line }) => ({
      ...line,
      quantity: quantities.get(line.lineNo) ?? 0,
      validUntil: lastDay === null || lastDay === validUntil ? undefined : lastDay,
    })),
    drawings: seen.length === 0 ? undefined : seen,
  }
}

/** Width in points of the column for a party on A4. */
const PARTY = 250

const head = ({ quotationNo, offer: { version, madeAt } }: QuotationPrintoutContent): PdfPart[] => [
  { text: '报 价 单', bold: true, fontSize: 18, alignment: 'center', margin: [0, 0, 0, 10] },
  {
    columns: [
      `单号　${quotationNo}`,
      { text: `报价日期　${toShanghaiDay(madeAt)}`, alignment: 'center' },
      buildRightAlignedText(`第 ${version} 版`),
    ],
    margin: [0, 0, 0, 6],
  },
]

const parties = ({ seller, buyer, title, shipTo, wantedDay, offer: { validUntil } }: QuotationPrintoutContent): PdfPart => ({
  layout: 'framed',
  table: {
    widths: [52, PARTY, 62, '*'],
    body: [
      [buildMutedText('询价方'), buildBoldText(buyer.name), buildMutedText('有效期至'), buildBoldText(validUntil)],
      [buildMutedText('报价方'), buildBoldText(seller.name), buildMutedText('联系电话'), seller.phone ?? '—'],
      [buildMutedText('项目'), breakIntoLines(title === '' ? '—' : title, PARTY), buildMutedText('要求到货日'), wantedDay ?? '—'],
      [buildMutedText('送货地区'), breakIntoLines(shipTo === '' ? '—' : shipTo, PARTY), buildMutedText('币种'), '人民币，含税'],
    ],
  },
})

const HEADS = ['序号', '商品名称', '规格', '编码', '单位', '数量', '现金单价', '赊销单价', '现金金额', '交期']
/** Widths in points: the space between the margins of A4 without the padding of the cells. */
const [NAME, SPEC, CODE] = [70, 58, 55]
const WIDTHS = [20, NAME, SPEC, CODE, 20, 32, 46, 46, 58, 24]
const RIGHT_FROM = 5

const money = (fen: Fen | null) => buildRightAlignedUnbrokenText(fen === null ? '—' : formatYuan(fen, { grouped: true }))
const toAmount = ({ salePrice, quantity }: QuotationPrintoutContent['lines'][number]): Fen | null =>
  salePrice === null ? null : multiplyFen(salePrice, quantity)
const toCreditAmount = ({ creditPrice, quantity }: QuotationPrintoutContent['lines'][number]): Fen | null =>
  creditPrice === null ? null : multiplyFen(creditPrice, quantity)

const describeName = ({ name, substitute }: Pick<QuotationOfferLine, 'name' | 'substitute'>): string =>
  substitute ? `${name}（替代）` : name

const goodsTable = ({ lines }: QuotationPrintoutContent): PdfPart => ({
  layout: 'framed',
  table: {
    headerRows: 1,
    dontBreakRows: true,
    widths: WIDTHS,
    body: [
      HEADS.map((name, at) => buildBoldText(name, at < RIGHT_FROM ? 'left' : 'right')),
      ...lines.map((line) => [
        buildUnbrokenText(String(line.lineNo)),
        breakIntoLines(describeName(line), NAME),
        breakIntoLines(line.spec, SPEC),
        breakIntoLines(line.skuCode, CODE),
        buildUnbrokenText(line.unit),
        buildRightAlignedUnbrokenText(String(line.quantity)),
        line.outcome === 'NOT_OFFERED' ? buildRightAlignedUnbrokenText(quotationLineOutcomes.NOT_OFFERED.label) : money(line.salePrice),
        money(line.creditPrice),
        money(toAmount(line)),
        buildRightAlignedUnbrokenText(line.leadDays === null ? '—' : `${line.leadDays}天`),
      ]),
    ],
  },
})

const describeDrawing = ({ drawingNo, name, lineNo }: NonNullable<QuotationPrintoutContent['drawings']>[number]): string =>
  `图纸 ${drawingNo}：${name}（${lineNo === null ? '整单' : `第 ${lineNo} 行`}）`

/** The totals of what is offered; on credit only if everything offered has such a price. */
function sums(content: QuotationPrintoutContent): PdfPart {
  const offered = content.lines.filter(({ outcome }) => outcome === 'OFFERED')
  const cash = sum(offered.flatMap((line) => toAmount(line) ?? []))
  const credit = offered.map(toCreditAmount)
  const onCredit = credit.every((amount) => amount !== null) ? `　　赊销合计　${formatMoney(sum(credit))}` : ''
  const notes = content.lines.filter(({ note }) => note !== '').map(({ lineNo, note }) => `第 ${lineNo} 行：${note}`)
  const ends = content.lines.flatMap(({ lineNo, validUntil }) =>
    validUntil === undefined ? [] : [`第 ${lineNo} 行有效期至 ${validUntil}`],
  )
  const included = ends.length === 0 ? [] : ['以上合计包含有效期短于本报价单的商品，其有效期见下；到期的商品不能再按本报价单下单。']
  const drawings = (content.drawings ?? []).map(describeDrawing)
  return {
    margin: [0, 6, 0, 0],
    stack: [
      buildRightAlignedText(`现金合计　${formatMoney(cash)}${onCredit}`),
      { text: `现金合计（大写）　人民币${formatAmountInWords(cash)}`, bold: true, margin: [0, 4, 0, 0] },
      ...[...included, ...drawings, ...ends, ...notes, ...(content.offer.note === '' ? [] : [`说明　${content.offer.note}`])].map(
        (text) => ({
          text,
          margin: [0, 4, 0, 0] as const,
        }),
      ),
    ],
  }
}

const TERMS = [
  '有效期内可在商城按本报价单下单，全部或部分商品均可；数量以询价数量为准。',
  '单价不含运费，运费按下单时商城的运费规则计收；报价不与优惠券同时使用。',
  '商品以下单时的库存为准；重新报价后，以最新一版为准。',
]

const proof = (hash: string): PdfPart =>
  buildDocumentHashProof('letter', {
    hash,
    howTo: '核对方法：在商城询价单中再次下载同一版报价单，校验码应与此相同；内容有任何不同，校验码即不同。',
  })

/** 报价单: the offer with the stamp of the mall. It is built from its content alone, so that equal content gives the same file. */
export const layOutQuotation = (content: QuotationPrintoutContent, stamp: Buffer | undefined): PdfDocumentData => ({
  title: `报价单 ${content.quotationNo} ${content.buyer.name}`,
  author: content.seller.name,
  about: `${content.seller.name} 报价单 ${content.quotationNo} 第 ${content.offer.version} 版　${content.buyer.name}`,
  made: content.offer.madeAt,
  content: [
    ...head(content),
    parties(content),
    buildSectionHeading('报价明细（元）'),
    goodsTable(content),
    sums(content),
    buildSectionHeading('说明'),
    ...TERMS.map((text, at) => ({ text: `${at + 1}. ${text}`, margin: [0, 2, 0, 0] as const })),
    buildLetterClosing([{ name: content.seller.name, stamp }], toShanghaiDay(content.offer.madeAt)),
    proof(sha256(JSON.stringify(content)).toString('hex')),
  ],
})
