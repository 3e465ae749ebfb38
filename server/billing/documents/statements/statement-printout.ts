import { formatAmountsDueLater, formatLastDayOnTime } from '#contract/money/statements/amounts.ts'
import type { StatementDetail } from '#contract/money/statements/shapes.ts'
import {
  formatStatementEquation,
  formatStatementOffsets,
  listInterestParts,
  listPrincipalParts,
  type StatementPart,
} from '#contract/money/statements/statement-parts.ts'
import { formatAmountInWords } from '#contract/platform/core/amount-in-words.ts'
import { formatMoney, subtractFen, sum } from '#contract/platform/core/money.ts'
import { formatShanghaiTime, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import type { PdfDocumentData, PdfPart } from '#server/adapters/pdf/public.ts'
import type { Party } from '#server/billing/documents/parties.ts'
import { buildDocumentHashProof, formatLedgerSeal, formatLedgerSealToCome } from '#server/billing/documents/proof.ts'
import { buildStampBoxes } from '#server/billing/documents/stamp-boxes.ts'
import type { LedgerSeal } from '#server/money/ledger-seals/public.ts'
import { buildInterestSettlementTable, buildSettlementTable, buildWriteOffRecoveryTable } from './statement-settlements.ts'
import {
  buildBoldText,
  buildDrawdownTable,
  buildInterestTable,
  buildMutedText,
  buildRightAlignedText,
  buildSectionHeading,
  MUTED_COLOUR,
} from './statement-tables.ts'
import { formatMonth } from './statement-texts.ts'

function head({ month, label, dueDay, onTimeDay, closedAt, confirmedAt }: StatementDetail): PdfPart[] {
  const onTime = formatLastDayOnTime({ dueDay, onTimeDay })
  const confirmed = confirmedAt === null ? '未确认' : `${formatShanghaiTime(confirmedAt).slice(0, 10)} 已确认`
  return [
    { text: '对 账 单', bold: true, fontSize: 18, alignment: 'center' },
    { text: formatMonth(month), alignment: 'center', color: MUTED_COLOUR, margin: [0, 2, 0, 10] },
    {
      columns: [
        `出账时间　${formatShanghaiTime(closedAt)}`,
        { text: `还款日　${dueDay}`, alignment: 'center' },
        buildRightAlignedText(`状态　${label}（${confirmed}）`),
      ],
      margin: [0, 0, 0, 6],
    },
    ...(onTime === '' ? [] : [{ text: `还款日${onTime}，不计利息。`, fontSize: 7.5, color: MUTED_COLOUR, margin: [0, 0, 0, 6] } as const]),
  ]
}

function parties({ month }: StatementDetail, seller: Party, buyer: Party): PdfPart {
  return {
    layout: 'framed',
    table: {
      widths: [70, '*', 70, '*'],
      body: [
        [buildMutedText('购货单位'), buildBoldText(buyer.name), buildMutedText('供货单位'), buildBoldText(seller.name)],
        [buildMutedText('信用代码'), buyer.creditCode ?? '—', buildMutedText('信用代码'), seller.creditCode ?? '—'],
        [buildMutedText('账单月份'), formatMonth(month), buildMutedText('地址、电话'), `${seller.address ?? ''}　${seller.phone ?? ''}`],
      ],
    },
  }
}

/** Amounts side by side, each below its label. */
const sumTable = (cells: readonly StatementPart[]): PdfPart => ({
  layout: 'framed',
  margin: [0, 8, 0, 0],
  table: {
    headerRows: 1,
    widths: cells.map(() => '*'),
    body: [
      cells.map(([name]) => ({ text: name, alignment: 'center' as const, color: MUTED_COLOUR })),
      cells.map(([, amount]) => ({ text: formatMoney(amount), alignment: 'center' as const, bold: true })),
    ],
  },
})

function sums(statement: StatementDetail): PdfPart[] {
  const { drawn, total, disputedRepaid, owed, interest, interestUnpaid } = statement
  const { writtenOff, recovered, forgiven, toRecover, writtenOffPrincipal, writtenOffInterest } = statement
  const [deferred, offsets] = [formatAmountsDueLater(statement), formatStatementOffsets(statement)]
  const remarks = [
    formatStatementEquation(statement),
    ...(interest > 0 ? ['逾期利息 = 已还利息 + 已减免利息 + 已核销利息 + 未付利息'] : []),
    ...(offsets === '' ? [] : [offsets]),
    ...(disputedRepaid > 0 ? [`已还本金中有 ${formatMoney(disputedRepaid)} 在异议处理中`] : []),
    ...(deferred === '' ? [] : [`待还本金中延期还款：${deferred}`]),
    ...(toRecover > 0 ? [`已核销的账款仍须偿还，待追偿 ${formatMoney(toRecover)}`] : []),
  ]
  return [
    sumTable([
      ['本月赊销', drawn],
      ['当月退款', subtractFen(drawn, total)],
      ['账单金额', total],
      ['逾期利息', interest],
    ]),
    sumTable(listPrincipalParts(statement)),
    ...(interest > 0 ? [sumTable(listInterestParts(statement))] : []),
    ...(writtenOff > 0
      ? [
          sumTable([
            ['核销本金', writtenOffPrincipal],
            ['连同核销利息', writtenOffInterest],
            ['核销后收回', recovered],
            ['免于追偿', forgiven],
            ['待追偿', toRecover],
          ]),
        ]
      : []),
    { text: `${remarks.join('；')}。`, fontSize: 7.5, color: MUTED_COLOUR, margin: [0, 4, 0, 0] },
    { text: `账单金额（大写）　人民币${formatAmountInWords(total)}`, margin: [0, 6, 0, 0] },
    {
      text:
        interestUnpaid > 0
          ? `待还本金与未付利息（大写）　人民币${formatAmountInWords(sum([owed, interestUnpaid]))}`
          : `待还金额（大写）　人民币${formatAmountInWords(owed)}`,
      margin: [0, 2, 0, 0],
    },
  ]
}

const HOW_TO =
  '核对方法：商城「我的账单 - 月度账单」中同月账单显示的校验码应与此相同。自行计算时，用同月 Excel 账单「校验」表，把每行的「流水号:金额（分）」按流水号升序以半角逗号相连，取 UTF-8 字节的 SHA-256，以十六进制书写。账单出账后，赊销明细不再变动，校验码也不变。账务封印是本企业截至该日全部账务记录的连续校验码，重新下载的与此不同，即有记录被改动、删除或补入。'

/** What the paper anchors: its drawdowns, and all rows of money of the buyer until a day, of which none can change later without another hash. */
const proof = ({ hash, closedAt }: StatementDetail, seal: LedgerSeal | undefined): PdfPart => {
  const sealed = seal ? formatLedgerSeal(seal) : formatLedgerSealToCome(toShanghaiDay(closedAt))
  return buildDocumentHashProof('statement', { hash, lines: [sealed], howTo: HOW_TO })
}

/** 对账单: the statement of a month as both sides sign and stamp it. `seal`: that of the day of its close; undefined while that is not over. */
export function layOutStatement(
  statement: StatementDetail,
  { seller, buyer, made, seal }: { seller: Party; buyer: Party; made: Date; seal: LedgerSeal | undefined },
): PdfDocumentData {
  const about = `${seller.name} 对账单 ${statement.month}　${buyer.name}　下载于 ${formatShanghaiTime(made)}`
  return {
    title: `对账单 ${statement.month} ${buyer.name}`,
    author: seller.name,
    about,
    made,
    content: [
      ...head(statement),
      parties(statement, seller, buyer),
      ...sums(statement),
      buildSectionHeading('赊销明细'),
      buildDrawdownTable(statement),
      ...buildSettlementTable(statement),
      ...buildInterestTable(statement),
      ...buildInterestSettlementTable(statement),
      ...buildWriteOffRecoveryTable(statement),
      buildStampBoxes([buyer, '购货单位'], [seller, '供货单位']),
      proof(statement, seal),
    ],
  }
}
