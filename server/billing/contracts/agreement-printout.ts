import { formatShanghaiTime } from '#contract/platform/core/shanghai.ts'
import { breakIntoLines, type PdfDocumentData, type PdfPart } from '#server/adapters/pdf/public.ts'
import { buildBoldText, buildSectionHeading, MUTED_COLOUR, type Parties } from '#server/billing/documents/public.ts'

/** A credit agreement with the record of its acceptance. */
export interface AcceptedCreditAgreement extends Parties {
  /** Markdown: a title, headings, paragraphs and numbered sentences. */
  text: string
  version: string
  /** The hash of the text, in hex. */
  hash: string
  by: string
  ip: string | null
  at: Date
}

/** Converts a line of the text for the PDF. The title and the version are printed elsewhere. */
function partOf(line: string): PdfPart[] {
  if (line === '' || line.startsWith('# ') || line.startsWith('版本：')) return []
  if (line.startsWith('## ')) return [buildSectionHeading(line.slice('## '.length))]
  return [{ text: line, margin: [0, 2, 0, 0] }]
}

/** Width in points of the text column next to the labels on A4. */
const VALUE = 400

function acceptance({ buyer, seller, by, at, ip, version, hash }: AcceptedCreditAgreement): PdfPart {
  const row = (word: string, value: string): PdfPart[] => [{ text: word, color: MUTED_COLOUR }, breakIntoLines(value, VALUE)]
  return {
    unbreakable: true,
    margin: [0, 16, 0, 0],
    stack: [
      buildBoldText('同意记录'),
      {
        layout: 'framed',
        margin: [0, 4, 0, 0],
        table: {
          widths: [80, '*'],
          body: [
            row('同意的企业', `${buyer.name}${buyer.creditCode === null ? '' : `（${buyer.creditCode}）`}`),
            row('运营方', `${seller.name}（${seller.creditCode ?? '—'}）`),
            row('同意人', by),
            row('同意时间', `${formatShanghaiTime(at)}（北京时间）`),
            row('IP 地址', ip ?? '—'),
            row('协议版本', version),
            row('校验码（SHA-256）', hash),
          ],
        },
      },
      {
        text: '校验码是同意时所示协议全文（UTF-8）的 SHA-256，与商城「我的合同」中显示的相同。',
        fontSize: 7.5,
        color: MUTED_COLOUR,
        margin: [0, 3, 0, 0],
      },
    ],
  }
}

/** 赊销协议 with the record of its acceptance. */
export const layOutCreditAgreement = (accepted: AcceptedCreditAgreement): PdfDocumentData => ({
  title: `赊销协议 ${accepted.version} ${accepted.buyer.name}`,
  author: accepted.seller.name,
  about: `${accepted.seller.name} 赊销协议 ${accepted.version}　${accepted.buyer.name}`,
  made: accepted.at,
  content: [
    { text: /^# (.+)$/m.exec(accepted.text)?.[1] ?? '赊销协议', bold: true, fontSize: 18, alignment: 'center' },
    { text: `版本 ${accepted.version}`, alignment: 'center', color: MUTED_COLOUR, margin: [0, 2, 0, 10] },
    ...accepted.text.split('\n').flatMap(partOf),
    acceptance(accepted),
  ],
})
