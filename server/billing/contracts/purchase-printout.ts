import { paymentMethods } from '#contract/orders/orders/amounts.ts'
import { formatAmountInWords } from '#contract/platform/core/amount-in-words.ts'
import { formatMoney, formatYuan } from '#contract/platform/core/money.ts'
import { formatShanghaiTime } from '#contract/platform/core/shanghai.ts'
import { formatSkuProps } from '#contract/platform/core/sku-props.ts'
import { breakIntoLines, type PdfDocumentData, type PdfPart } from '#server/adapters/pdf/public.ts'
import {
  buildBoldText,
  buildDocumentHashProof,
  buildMutedText,
  buildRightAlignedText,
  buildRightAlignedUnbrokenText,
  buildSectionHeading,
  buildStampBoxes,
  buildUnbrokenText,
  formatGoodsNameWithGiftMark,
  type Party,
} from '#server/billing/documents/public.ts'
import type { PurchaseContractContent } from './purchase-contract-content.ts'
import { buildContractClauses, type ContractClause } from './terms.ts'

const numberOf = ({ orderNo }: PurchaseContractContent): string => `HT${orderNo}`

const head = (facts: PurchaseContractContent): PdfPart[] => [
  { text: '购 销 合 同', bold: true, fontSize: 18, alignment: 'center', margin: [0, 0, 0, 10] },
  {
    columns: [
      `合同编号　${numberOf(facts)}`,
      { text: `签订日期　${formatShanghaiTime(facts.submittedAt).slice(0, 10)}`, alignment: 'center' },
      buildRightAlignedText(`签订方式　平台电子订单`),
    ],
    margin: [0, 0, 0, 6],
  },
]

const rowOf = (word: string, { name, creditCode }: Party): PdfPart[] => [
  buildMutedText(word),
  buildBoldText(name),
  buildMutedText('信用代码'),
  creditCode ?? '—',
]

/** Width in points of the column for a party on A4. */
const PARTY = 250

function parties(facts: PurchaseContractContent): PdfPart {
  const { seller, buyer, receiver } = facts
  return {
    layout: 'framed',
    table: {
      widths: [62, PARTY, 52, '*'],
      body: [
        rowOf('买方（甲方）', buyer),
        rowOf('卖方（乙方）', seller),
        [buildMutedText('卖方地址'), breakIntoLines(seller.address ?? '—', PARTY), buildMutedText('卖方电话'), seller.phone ?? '—'],
        [
          buildMutedText('交货地址'),
          breakIntoLines(`${receiver.region} ${receiver.detail}`, PARTY),
          buildMutedText('付款方式'),
          paymentMethods[facts.method].label,
        ],
      ],
    },
  }
}

const HEADS = ['序号', '商品名称', '规格', '编码', '单位', '数量', '单价（元）', '金额（元）']
/** Widths in points: the space between the margins of A4 without the padding of the cells. */
const [NAME, SPEC, CODE] = [102, 92, 70]
const WIDTHS = [20, NAME, SPEC, CODE, 22, 36, 46, 58]
const RIGHT_FROM = 5

function goodsTable({ lines, goods }: PurchaseContractContent): PdfPart {
  const amount = (fen: typeof goods) => buildRightAlignedUnbrokenText(formatYuan(fen, { grouped: true }))
  return {
    layout: 'framed',
    table: {
      headerRows: 1,
      dontBreakRows: true,
      widths: WIDTHS,
      body: [
        HEADS.map((name, at) => buildBoldText(name, at < RIGHT_FROM ? 'left' : 'right')),
        ...lines.map((line, at) => [
          ...[
            buildUnbrokenText(String(at + 1)),
            breakIntoLines(formatGoodsNameWithGiftMark(line), NAME),
            breakIntoLines(formatSkuProps(line.skuProps), SPEC),
          ],
          ...[
            breakIntoLines(line.skuCode, CODE),
            buildUnbrokenText(line.unit),
            buildRightAlignedUnbrokenText(String(line.quantity)),
            amount(line.price),
            amount(line.amount),
          ],
        ]),
        ['', buildBoldText('商品合计'), '', '', '', '', '', { ...amount(goods), bold: true }],
      ],
    },
  }
}

function sums({ freight, discount, payable, remark }: PurchaseContractContent): PdfPart {
  const rest = [
    `运费　${formatMoney(freight)}`,
    ...(discount > 0 ? [`优惠　−${formatMoney(discount)}`] : []),
    `合同总价　${formatMoney(payable)}（含税）`,
  ]
  return {
    unbreakable: true,
    margin: [0, 6, 0, 0],
    stack: [
      buildRightAlignedText(rest.join('　　')),
      { text: `合同总价（大写）　人民币${formatAmountInWords(payable)}`, bold: true, margin: [0, 4, 0, 0] },
      ...(remark === '' ? [] : [{ text: `备注　${remark}`, margin: [0, 4, 0, 0] as const }]),
    ],
  }
}

/** A clause with its numbered sentences. Its title is never alone at the end of a page. */
const clause = ({ title, texts }: ContractClause): PdfPart[] => {
  const [first = '', ...rest] = texts.map((text, at) => (texts.length > 1 ? `${at + 1}. ${text}` : text))
  return [
    { unbreakable: true, stack: [buildSectionHeading(title), first] },
    ...rest.map((text) => ({ text, margin: [0, 2, 0, 0] as const })),
  ]
}

const proof = (facts: PurchaseContractContent, hash: string): PdfPart =>
  buildDocumentHashProof('letter', {
    hash,
    howTo: `条款版本 ${facts.termsVersion}。核对方法：商城「我的合同」中同一订单显示的校验码应与此相同；双方信息、商品明细、价款和条款有任何不同，校验码即不同。`,
  })

/** 购销合同: an order as both sides sign and stamp it. It is built from its content alone, so that equal content gives the same file. */
export const layOutPurchaseContract = (
  facts: PurchaseContractContent,
  { hash, stamp }: { hash: string; stamp?: Buffer | undefined },
): PdfDocumentData => ({
  title: `购销合同 ${facts.orderNo} ${facts.buyer.name}`,
  author: facts.seller.name,
  about: `${facts.seller.name} 购销合同 ${numberOf(facts)}　${facts.buyer.name}`,
  made: facts.submittedAt,
  content: [
    ...head(facts),
    parties(facts),
    { text: '买卖双方根据《中华人民共和国民法典》，就下列货物的买卖订立本合同：', margin: [0, 10, 0, 0] },
    buildSectionHeading('一、标的、数量和价款'),
    goodsTable(facts),
    sums(facts),
    ...buildContractClauses(facts).flatMap(clause),
    buildStampBoxes([facts.buyer, '买方'], [facts.seller, '卖方', stamp]),
    proof(facts, hash),
  ],
})
