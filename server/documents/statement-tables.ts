import { type Fen, formatYuan, sum } from '../../contract/money.ts'
import { wallClock } from '../../contract/shanghai.ts'
import type { StatementDetail } from '../../contract/statements/shapes.ts'
import { inLines, type Part } from '../printing/public.ts'
import { goodsText, numbersText, withOthers } from './statement-words.ts'

export const MUTE = '#57615f'
export const money = (amount: Fen) => `¥${formatYuan(amount, { grouped: true })}`
export const right = (text: string) => ({ text, alignment: 'right' as const })
export const bold = (text: string, alignment: 'left' | 'right' = 'left') => ({ text, alignment, bold: true })
export const section = (text: string): Part => ({ text, bold: true, fontSize: 10, margin: [0, 12, 0, 4] })

const LINE_HEADS = ['序号', '发货时间', '订单编号', '商品', '数量', '金额', '备注']
/** In points: what A4 leaves between its margins, less what the cells keep free on both sides. */
const [NUMBERS, GOODS, QUANTITY, REMARK] = [81, 144, 44, 48]
const LINE_WIDTHS = [20, 64, NUMBERS, GOODS, QUANTITY, 58, REMARK]

const oneLine = (text: string, alignment: 'left' | 'right' = 'left') => ({ text, alignment, noWrap: true })

/** 用信明细: every drawdown of the month, what was in it, and their sum. */
export function lineTable({ lines }: StatementDetail): Part {
  const rows = lines.map((line, at) => {
    const goods = goodsText(line)
    return [
      oneLine(String(at + 1)),
      oneLine(wallClock(line.at).slice(0, 16)),
      inLines(numbersText(line), NUMBERS),
      inLines(goods.namesAndCodes, GOODS),
      inLines(goods.quantities, QUANTITY, 'right'),
      oneLine(money(line.amount), 'right'),
      inLines(withOthers(line), REMARK),
    ]
  })
  return {
    layout: 'ruled',
    table: {
      headerRows: 1,
      dontBreakRows: true,
      widths: LINE_WIDTHS,
      body: [
        LINE_HEADS.map((name, at) => bold(name, at === 4 || at === 5 ? 'right' : 'left')),
        ...rows,
        ['', bold('合计'), '', '', '', bold(money(sum(lines.map(({ amount }) => amount))), 'right'), ''],
      ],
    },
  }
}

/** 还款与冲减: what has lowered the month; nothing, where nothing has. */
export function entryTable({ entries }: StatementDetail): Part[] {
  if (entries.length === 0) return []
  return [
    section('还款与冲减'),
    {
      layout: 'ruled',
      table: {
        headerRows: 1,
        widths: ['*', '*', '*', '*'],
        body: [
          [bold('入账时间'), bold('类型'), bold('起算日'), bold('金额', 'right')],
          ...entries.map(({ at, label, valueDay, amount }) => [wallClock(at), label, valueDay, right(money(amount))]),
        ],
      },
    },
  ]
}

/** 逾期利息, day by day; nothing, where there is none. */
export function interestTable({ interestDays }: StatementDetail): Part[] {
  if (interestDays.length === 0) return []
  return [
    section('逾期利息'),
    {
      layout: 'ruled',
      table: {
        headerRows: 1,
        widths: ['*', '*', '*', '*', '*'],
        body: [
          [bold('日期'), bold('计息本金', 'right'), bold('日利率', 'right'), bold('利息', 'right'), bold('冲回', 'right')],
          ...interestDays.map(({ day, principal, rate, amount, reversed }) => [
            day,
            right(money(principal)),
            right(`万分之 ${rate}`),
            right(money(amount)),
            right(money(reversed)),
          ]),
        ],
      },
    },
  ]
}
