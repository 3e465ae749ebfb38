// The tables of a printed statement that say what has lowered the month, its interest and its claims, with the sums that stand at its head.
import type { StatementDetail } from '#contract/money/statements/shapes.ts'
import { formatShortDocumentNumber, formatStatementEntryDestination } from '#contract/money/statements/statement-parts.ts'
import { type Fen, formatMoney, sum } from '#contract/platform/core/money.ts'
import type { PdfPart } from '#server/adapters/pdf/public.ts'
import { buildBoldText, buildRightAlignedText, buildSectionHeading } from './statement-tables.ts'

type Entry = StatementDetail['entries'][number]

/** The sums below the entries: each is a sum at the head of the statement. */
const groups: readonly (readonly [label: string, kinds: readonly Entry['kind'][]])[] = [
  ['当月退款', ['refund']],
  ['已还本金', ['repay', 'bounce', 'undo']],
  ['已冲减', ['offset', 'adjust']],
  ['已核销本金', ['writeOff']],
]

const money = (amount: Fen) => buildRightAlignedText(formatMoney(amount))
const boldMoney = (amount: Fen) => buildBoldText(formatMoney(amount), 'right')
const small = (text: string) => ({ text, fontSize: 7.5 })

/** 还款与冲减: what has reduced the month, with the sums by kind; empty if there is nothing. */
export function buildSettlementTable({ entries }: StatementDetail): PdfPart[] {
  if (entries.length === 0) return []
  const sums = groups.flatMap(([label, kinds]) => {
    const own = entries.filter(({ kind }) => kinds.includes(kind))
    if (own.length === 0) return []
    const [amount, toWallet] = [sum(own.map((one) => one.amount)), sum(own.map((one) => one.toWallet))]
    return [['', buildBoldText(`${label}合计`), '', '', '', boldMoney(amount), boldMoney(toWallet)]]
  })
  return [
    buildSectionHeading('还款与冲减'),
    {
      layout: 'ruled',
      table: {
        headerRows: 1,
        widths: [54, '*', 82, 84, 74, 58, 58],
        body: [
          [
            ...['入账日期', '类型', '单据编号', '订单编号', '去向'].map((name) => buildBoldText(name)),
            buildBoldText('金额', 'right'),
            buildBoldText('另退回钱包', 'right'),
          ],
          ...entries.map((entry) => [
            entry.valueDay,
            entry.label,
            small(formatShortDocumentNumber(entry.document)),
            small(entry.orderNo ?? ''),
            small(formatStatementEntryDestination(entry)),
            money(entry.amount),
            money(entry.toWallet),
          ]),
          ...sums,
        ],
      },
    },
  ]
}

interface DatedEntry {
  label: string
  amount: Fen
  document: string
  valueDay: string
}

const entryTable = (title: string, entries: readonly DatedEntry[]): PdfPart[] =>
  entries.length === 0
    ? []
    : [
        buildSectionHeading(title),
        {
          layout: 'ruled',
          table: {
            headerRows: 1,
            widths: [70, '*', '*', 90],
            body: [
              [...['入账日期', '类型', '单据编号'].map((name) => buildBoldText(name)), buildBoldText('金额', 'right')],
              ...entries.map(({ valueDay, label, document, amount }) => [
                valueDay,
                label,
                formatShortDocumentNumber(document),
                money(amount),
              ]),
              ['', buildBoldText('合计'), '', boldMoney(sum(entries.map(({ amount }) => amount)))],
            ],
          },
        },
      ]

/** 利息结清: what has paid, waived and written off the interest of the month; empty if nothing has. */
export const buildInterestSettlementTable = ({ interestEntries }: StatementDetail): PdfPart[] =>
  entryTable('逾期利息的结清', interestEntries)

/** 核销后的收回与免于追偿; empty if there is nothing. */
export const buildWriteOffRecoveryTable = ({ claimEntries }: StatementDetail): PdfPart[] =>
  entryTable('核销后的收回与免于追偿', claimEntries)
