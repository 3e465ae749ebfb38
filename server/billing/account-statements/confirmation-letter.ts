import { accountStatementAccounts, WRITTEN_OFF_LABEL } from '#contract/billing/account-statements/api.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { addDays, getStartOfNextShanghaiDay } from '#contract/platform/core/shanghai.ts'
import type { PdfDocumentData, PdfPart } from '#server/adapters/pdf/public.ts'
import { buildBoldText, buildLetterClosing, buildRightAlignedText, MUTED_COLOUR, type Parties } from '#server/billing/documents/public.ts'
import type { LedgerSeal } from '#server/money/ledger-seals/public.ts'
import { sha256 } from '#server/platform/core/keys.ts'
import { type ConfirmationLetterBalances, listWrittenOffHashLines } from './account-statement.ts'
import { buildProofWithLedgerSeal } from './account-statement-printout.ts'

/** Two characters of the text. */
const INDENT = 18
const paragraph = (text: string): PdfPart => ({ text, leadingIndent: INDENT, margin: [0, 6, 0, 0] })

/** SHA-256 over the facts of the letter, a line each, as it prints them. */
export const hashConfirmationLetter = ({ day, balances, writtenOffFen }: ConfirmationLetterBalances, { seller, buyer }: Parties): string =>
  sha256(
    [
      ...[day, seller.name, buyer.name],
      ...balances.map(({ account, amountFen }) => `${account}:${amountFen}`),
      ...listWrittenOffHashLines(writtenOffFen),
    ].join('\n'),
  ).toString('hex')

function balanceTable({ day, balances, writtenOffFen }: ConfirmationLetterBalances): PdfPart {
  const cell = (text: string) => buildRightAlignedText(text)
  return {
    layout: 'framed',
    margin: [0, 10, 0, 0],
    table: {
      headerRows: 1,
      widths: [70, '*', 110, 110],
      body: [
        [buildBoldText('截止日期'), buildBoldText('项目'), buildBoldText('贵公司欠我方', 'right'), buildBoldText('我方欠贵公司', 'right')],
        ...balances.map(({ account, label, amountFen }) => {
          const amount = formatMoney(amountFen)
          return [day, label, ...(accountStatementAccounts[account].isOwed ? [cell(amount), cell('—')] : [cell('—'), cell(amount)])]
        }),
        ...(writtenOffFen > 0 ? [[day, WRITTEN_OFF_LABEL, cell(formatMoney(writtenOffFen)), cell('—')]] : []),
      ],
    },
  }
}

const SIGN = '（公司盖章）　　经办人：　　日期：　　　　年　　月　　日'

const answer = (title: string, text: string): PdfPart => ({
  stack: [buildBoldText(title), { text, margin: [0, 4, 0, 60] }, { text: SIGN, color: MUTED_COLOUR, fontSize: 8 }],
})

/** How a letter is answered: on paper with a stamp, or with an electronic signature. */
export type LetterAnswer = 'stamp' | 'signature'

/** 回函: the part that the company signs, and sends back. A signed PDF has nothing to fill in: who does not agree refuses, with his reason. */
const replies: Record<LetterAnswer, readonly PdfPart[]> = {
  stamp: [answer('□ 信息证明无误', '上列金额与我公司账面一致。'), answer('□ 信息不符', '请列明不符项目、我公司账面金额及原因：')],
  signature: [{ text: '我公司核对无误，以电子签章确认；如有不符，请拒签并注明不符项目、账面金额及原因。', margin: [0, 4, 0, 4] }],
}

const HOW_TO_ANSWER: Record<LetterAnswer, string> = {
  stamp: '请贵公司核对：如与贵公司记录相符，请在回函栏“信息证明无误”处盖章；如有不符，请在“信息不符”处列明。',
  signature: '请贵公司核对。',
}

const reply = (by: LetterAnswer): PdfPart => ({
  layout: 'framed',
  unbreakable: true,
  margin: [0, 8, 0, 0],
  table: { widths: replies[by].map(() => '*'), body: [replies[by]] },
})

const HOW_TO =
  '核对方法：同一日期重新下载，校验码应与此相同。自行计算时，把截止日期、出函方、收函方、各账户的“账户:金额（分）”依次一行，以换行符相连，取 UTF-8 字节的 SHA-256；账户依次为 creditDrawn（赊销本金）、interest（逾期利息）、wallet（现金钱包）；有已核销待追偿的，末行为“writtenOff:金额（分）”。'

/** 往来询证函: asks a company to confirm its balances at the end of a day. `stamp` is the picture of the seller's; undefined: it prints none. */
export function layOutConfirmationLetter(
  balances: ConfirmationLetterBalances,
  { seller, buyer, seal, stamp, by }: Parties & { seal: LedgerSeal | undefined; stamp: Buffer | undefined; by: LetterAnswer },
): PdfDocumentData {
  const { day } = balances
  return {
    title: `往来询证函 ${day} ${buyer.name}`,
    author: seller.name,
    about: `${seller.name} 往来询证函 ${day}　${buyer.name}`,
    made: getStartOfNextShanghaiDay(day),
    content: [
      { text: '往 来 询 证 函', bold: true, fontSize: 18, alignment: 'center', margin: [0, 0, 0, 10] },
      { text: `致：${buyer.name}${buyer.creditCode === null ? '' : `（统一社会信用代码 ${buyer.creditCode}）`}`, bold: true },
      paragraph(`为核对双方往来账项，现将截至 ${day} 24:00（北京时间）我方账面记录的与贵公司往来余额列示如下。${HOW_TO_ANSWER[by]}`),
      balanceTable(balances),
      paragraph('本函仅为核对往来账项之用，并非催款结算。在上述日期之后已付或已收的款项，不影响贵公司据实回函。'),
      // The day is over when the letter is written.
      buildLetterClosing([{ name: seller.name, stamp }], addDays(day, 1)),
      buildBoldText('回函'),
      reply(by),
      buildProofWithLedgerSeal(hashConfirmationLetter(balances, { seller, buyer }), seal, HOW_TO),
    ],
  }
}
