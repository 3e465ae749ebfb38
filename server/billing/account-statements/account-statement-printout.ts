import { WRITTEN_OFF_LABEL } from '#contract/billing/account-statements/api.ts'
import { formatMoney, negateFen, sum } from '#contract/platform/core/money.ts'
import { getStartOfNextShanghaiDay } from '#contract/platform/core/shanghai.ts'
import type { PdfDocumentData, PdfPart } from '#server/adapters/pdf/public.ts'
import {
  buildBoldText,
  buildDocumentHashProof,
  buildRightAlignedText,
  buildSectionHeading,
  buildStampBoxes,
  formatLedgerSeal,
  MUTED_COLOUR,
  type Parties,
} from '#server/billing/documents/public.ts'
import type { LedgerSeal } from '#server/money/ledger-seals/public.ts'
import type { AccountStatement } from './account-statement.ts'

const right = (text: string, bold = false) => ({ ...buildRightAlignedText(text), bold })

function summary({ accounts, writtenOff }: AccountStatement): PdfPart {
  const heads = ['期初余额', '本期增加', '本期减少', '期末余额']
  return {
    layout: 'framed',
    margin: [0, 8, 0, 0],
    table: {
      headerRows: 1,
      widths: ['*', 84, 84, 84, 84],
      body: [
        [buildBoldText('账户'), ...heads.map((name) => right(name, true))],
        ...accounts.map(({ label, opening, increase, decrease, closing }) => [
          label,
          ...[opening, increase, decrease].map((amount) => right(formatMoney(amount))),
          right(formatMoney(closing), true),
        ]),
        ...(writtenOff > 0 ? [[WRITTEN_OFF_LABEL, '', '', '', right(formatMoney(writtenOff), true)]] : []),
      ],
    },
  }
}

/** The movements of one account with the balance after each; empty if nothing moved. */
function movements({ lines }: AccountStatement, { account, label, opening, closing }: AccountStatement['accounts'][number]): PdfPart[] {
  const own = lines.filter((line) => line.account === account)
  if (own.length === 0) return []
  let balance = opening
  const rows = own.map(({ day, label: kind, title, documentNo, amountFen }) => {
    balance = sum([balance, amountFen])
    return [
      day,
      kind,
      title,
      { text: documentNo, fontSize: 7.5 },
      right(amountFen > 0 ? formatMoney(amountFen) : ''),
      right(amountFen < 0 ? formatMoney(negateFen(amountFen)) : ''),
      right(formatMoney(balance)),
    ]
  })
  return [
    buildSectionHeading(label),
    {
      layout: 'ruled',
      table: {
        headerRows: 1,
        dontBreakRows: true,
        widths: [54, 66, '*', 76, 62, 62, 66],
        body: [
          [
            ...['日期', '类型', '摘要', '单据编号'].map((name) => buildBoldText(name)),
            ...['增加', '减少', '余额'].map((name) => right(name, true)),
          ],
          ['', buildBoldText('期初余额'), '', '', '', '', right(formatMoney(opening), true)],
          ...rows,
          ['', buildBoldText('期末余额'), '', '', '', '', right(formatMoney(closing), true)],
        ],
      },
    },
  ]
}

/** What a paper anchors: its own figures, and once the day is sealed all rows of money of the company until then. */
export const buildProofWithLedgerSeal = (hash: string, seal: LedgerSeal | undefined, howTo: string): PdfPart =>
  buildDocumentHashProof('accountStatement', { hash, lines: seal ? [formatLedgerSeal(seal)] : [], howTo })

const HOW_TO =
  '核对方法：同一期间重新下载，校验码应与此相同。自行计算时，依次一行：期间“起始日/截止日”；每个账户的“账户:期初余额”、每笔“日期:单据编号:变动金额”、“账户:期末余额”；金额以分计，减少为负，账户依次为 creditDrawn、interest、wallet；有已核销待追偿的，末行为“writtenOff:金额”；各行以换行符相连，取 UTF-8 字节的 SHA-256。本单按入账时间列示，日期为北京时间。'

/** 往来对账单: the accounts of a company over a period, as both sides sign and stamp it. */
export function layOutAccountStatement(
  statement: AccountStatement,
  { seller, buyer, seal }: Parties & { seal: LedgerSeal | undefined },
): PdfDocumentData {
  const { from, to, accounts, hash } = statement
  return {
    title: `往来对账单 ${from} 至 ${to} ${buyer.name}`,
    author: seller.name,
    about: `${seller.name} 往来对账单 ${from} 至 ${to}　${buyer.name}`,
    // The same period gives the same file, whenever it is downloaded.
    made: getStartOfNextShanghaiDay(to),
    content: [
      { text: '往 来 对 账 单', bold: true, fontSize: 18, alignment: 'center' },
      { text: `${from} 至 ${to}`, alignment: 'center', color: MUTED_COLOUR, margin: [0, 2, 0, 10] },
      { columns: [`购货单位　${buyer.name}（${buyer.creditCode ?? '—'}）`, buildRightAlignedText(`供货单位　${seller.name}`)] },
      summary(statement),
      ...accounts.flatMap((account) => movements(statement, account)),
      buildStampBoxes([buyer, '购货单位'], [seller, '供货单位']),
      buildProofWithLedgerSeal(hash, seal, HOW_TO),
    ],
  }
}
