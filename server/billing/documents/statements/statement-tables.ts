import { formatInterestByDayNote } from '#contract/money/statements/interest.ts'
import type { StatementDetail } from '#contract/money/statements/shapes.ts'
import { formatMoney, sum } from '#contract/platform/core/money.ts'
import { formatShanghaiTime } from '#contract/platform/core/shanghai.ts'
import { breakIntoLines, type PdfPart } from '#server/adapters/pdf/public.ts'
import { formatStatementLineGoods, formatStatementLineOrderNumbers, formatStatementLineRemarks } from './statement-texts.ts'

export const MUTED_COLOUR = '#57615f'
export const buildMutedText = (text: string) => ({ text, color: MUTED_COLOUR })
/** A cell that stays on one line; a figure of one is right-aligned. */
export const buildUnbrokenText = (text: string) => ({ text, noWrap: true })
export const buildRightAlignedUnbrokenText = (text: string) => ({ text, alignment: 'right' as const, noWrap: true })
export const buildRightAlignedText = (text: string) => ({ text, alignment: 'right' as const })
export const buildBoldText = (text: string, alignment: 'left' | 'right' = 'left') => ({ text, alignment, bold: true })
export const buildSectionHeading = (text: string): PdfPart => ({ text, bold: true, fontSize: 10, margin: [0, 12, 0, 4] })

const LINE_HEADS = ['序号', '发货时间', '订单编号', '商品', '数量', '金额', '备注']
/** Widths in points: the space between the margins of A4 without the padding of the cells. */
const [NUMBERS, GOODS, QUANTITY, REMARK] = [94, 131, 44, 48]
const LINE_WIDTHS = [20, 64, NUMBERS, GOODS, QUANTITY, 58, REMARK]

const oneLine = (text: string, alignment: 'left' | 'right' = 'left') => ({ text, alignment, noWrap: true })

/** 赊销明细: all drawdowns of the month with their goods and their sum. */
export function buildDrawdownTable(statement: StatementDetail): PdfPart {
  const { lines } = statement
  const rows = lines.map((line, at) => {
    const goods = formatStatementLineGoods(line)
    return [
      oneLine(String(at + 1)),
      oneLine(formatShanghaiTime(line.at).slice(0, 16)),
      breakIntoLines(formatStatementLineOrderNumbers(line), NUMBERS),
      breakIntoLines(goods.namesAndCodes, GOODS),
      breakIntoLines(goods.quantities, QUANTITY, 'right'),
      oneLine(formatMoney(line.amount), 'right'),
      breakIntoLines(formatStatementLineRemarks(line, statement), REMARK),
    ]
  })
  return {
    layout: 'ruled',
    table: {
      headerRows: 1,
      dontBreakRows: true,
      widths: LINE_WIDTHS,
      body: [
        LINE_HEADS.map((name, at) => buildBoldText(name, at === 4 || at === 5 ? 'right' : 'left')),
        ...rows,
        ['', buildBoldText('合计'), '', '', '', buildBoldText(formatMoney(sum(lines.map(({ amount }) => amount))), 'right'), ''],
      ],
    },
  }
}

/** 逾期利息 by day; empty if there is none. */
export function buildInterestTable({ interestDays, exactFromDay }: StatementDetail): PdfPart[] {
  if (interestDays.length === 0) return []
  const note = formatInterestByDayNote({ interestDays, exactFromDay })
  return [
    buildSectionHeading('逾期利息'),
    {
      layout: 'ruled',
      table: {
        headerRows: 1,
        widths: ['*', '*', '*', '*', '*', '*'],
        body: [
          [
            buildBoldText('日期'),
            buildBoldText('计息本金', 'right'),
            buildBoldText('日利率', 'right'),
            buildBoldText('利息', 'right'),
            buildBoldText('冲回', 'right'),
            buildBoldText('补收', 'right'),
          ],
          ...interestDays.map(({ day, principal, rate, amount, reversed, recharged }) => [
            day,
            buildRightAlignedText(formatMoney(principal)),
            buildRightAlignedText(`万分之 ${rate}`),
            buildRightAlignedText(formatMoney(amount)),
            buildRightAlignedText(formatMoney(reversed)),
            buildRightAlignedText(formatMoney(recharged)),
          ]),
        ],
      },
    },
    ...(note === '' ? [] : [{ ...buildMutedText(note), margin: [0, 4, 0, 0] as [number, number, number, number] }]),
  ]
}
