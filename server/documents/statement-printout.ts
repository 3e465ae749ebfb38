import { inCapitals } from '../../contract/in-capitals.ts'
import { type Fen, minus, sum } from '../../contract/money.ts'
import { wallClock } from '../../contract/shanghai.ts'
import type { StatementDetail } from '../../contract/statements/shapes.ts'
import type { Part, Printout } from '../printing/public.ts'
import type { Party } from './parties.ts'
import { seals } from './seals.ts'
import { bold, entryTable, interestTable, lineTable, MUTE, money, right, section } from './statement-tables.ts'
import { monthText } from './statement-words.ts'

function head({ month, label, dueDay, closedAt, confirmedAt }: StatementDetail): Part[] {
  const confirmed = confirmedAt === null ? '未对账' : `${wallClock(confirmedAt).slice(0, 10)} 对账无误`
  return [
    { text: '对 账 单', bold: true, fontSize: 18, alignment: 'center' },
    { text: monthText(month), alignment: 'center', color: MUTE, margin: [0, 2, 0, 10] },
    {
      columns: [
        `出账时间　${wallClock(closedAt)}`,
        { text: `还款日　${dueDay}`, alignment: 'center' },
        right(`状态　${label}（${confirmed}）`),
      ],
      margin: [0, 0, 0, 6],
    },
  ]
}

function parties({ month }: StatementDetail, seller: Party, buyer: Party): Part {
  const mute = (text: string) => ({ text, color: MUTE })
  return {
    layout: 'framed',
    table: {
      widths: [70, '*', 70, '*'],
      body: [
        [mute('购货单位'), bold(buyer.name), mute('供货单位'), bold(seller.name)],
        [mute('信用代码'), buyer.creditCode ?? '—', mute('信用代码'), seller.creditCode ?? '—'],
        [mute('账单月份'), monthText(month), mute('地址、电话'), `${seller.address ?? ''}　${seller.phone ?? ''}`],
      ],
    },
  }
}

function sums(statement: StatementDetail): Part[] {
  const { total, settled, disputed, owed, interest, lines } = statement
  const drawn = sum(lines.map(({ amount }) => amount))
  const cells: [string, Fen][] = [
    ['本月用信', drawn],
    ['当月退款', minus(drawn, total)],
    ['账单金额', total],
    ['已还金额', settled],
    ['异议金额', disputed],
    ['待还金额', owed],
    ['逾期利息', interest],
  ]
  return [
    {
      layout: 'framed',
      margin: [0, 8, 0, 0],
      table: {
        headerRows: 1,
        widths: cells.map(() => '*'),
        body: [
          cells.map(([name]) => ({ text: name, alignment: 'center' as const, color: MUTE })),
          cells.map(([, amount]) => ({ text: money(amount), alignment: 'center' as const, bold: true })),
        ],
      },
    },
    { text: `账单金额（大写）　人民币${inCapitals(total)}`, margin: [0, 6, 0, 0] },
    { text: `待还金额（大写）　人民币${inCapitals(owed)}`, margin: [0, 2, 0, 0] },
  ]
}

const proof = ({ hash }: StatementDetail): Part => ({
  unbreakable: true,
  margin: [0, 12, 0, 0],
  stack: [
    { text: `校验码（SHA-256）　${hash}`, fontSize: 8 },
    {
      text: '核对方法：商城「我的账单 - 月度账单」中同月账单显示的校验码应与此相同。自行计算时，用同月 Excel 账单「校验」表，把每行的「流水号:金额（分）」按流水号升序以半角逗号相连，取 UTF-8 字节的 SHA-256，以十六进制书写。账单出账后，用信明细不再变动，校验码也不变。',
      fontSize: 7.5,
      color: MUTE,
      margin: [0, 2, 0, 0],
    },
  ],
})

/** 对账单: a month's statement as both sides sign and stamp it. */
export function statementPrintout(
  statement: StatementDetail,
  { seller, buyer, made }: { seller: Party; buyer: Party; made: Date },
): Printout {
  const about = `${seller.name} 对账单 ${statement.month}　${buyer.name}　下载于 ${wallClock(made)}`
  return {
    ...{ title: `对账单 ${statement.month} ${buyer.name}`, about, made },
    content: [
      ...head(statement),
      parties(statement, seller, buyer),
      ...sums(statement),
      section('用信明细'),
      lineTable(statement),
      ...entryTable(statement),
      ...interestTable(statement),
      seals([buyer, '购货单位'], [seller, '供货单位']),
      proof(statement),
    ],
  }
}
