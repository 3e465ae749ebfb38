import { type Column, customColumn, EMPTY_CELL, moneyColumn } from '#console/platform/components/list/columns.tsx'
import { DataTable } from '#console/platform/components/list/data-table.tsx'
import { OpenInNewTabLink } from '#console/platform/components/next-case/case-link.tsx'
import { Panel } from '#console/platform/components/panel.tsx'
import { EmptyState } from '#console/platform/components/states.tsx'
import type { ConsoleQuotation, ConsoleQuotationLine } from '#contract/orders/quotations/shapes.ts'
import { RequestedGoodsCell } from './offer-line.tsx'
import { formatLastDayOfLine } from './quotation-view.ts'

/** The columns of what the current offer says. */
const toOfferColumns = ({ enterpriseId, drawings }: ConsoleQuotation): Column<ConsoleQuotationLine>[] => [
  customColumn({ title: '询价', value: (line) => <RequestedGoodsCell line={line} drawings={drawings} /> }),
  customColumn({ title: '供应', value: (line) => <OfferedCell line={line} /> }),
  moneyColumn({ title: '现金价', width: 112, value: ({ offer }) => offer?.salePrice ?? null }),
  moneyColumn({ title: '赊销价', width: 112, value: ({ offer }) => offer?.creditPrice ?? null }),
  customColumn({
    title: '交货',
    width: 88,
    value: ({ offer }) => (offer?.leadDays == null ? EMPTY_CELL : `${offer.leadDays} 天`),
  }),
  customColumn({
    title: '有效至',
    width: 112,
    value: (line) => {
      const text = formatLastDayOfLine(line)
      return text === '' ? EMPTY_CELL : <span className={line.ended && line.orderNo === null ? 'num quotation-bad' : 'num'}>{text}</span>
    },
  }),
  customColumn({
    title: '订单',
    width: 176,
    value: ({ orderNo }) =>
      orderNo === null ? (
        EMPTY_CELL
      ) : (
        <OpenInNewTabLink to="/order" search={{ enterpriseId, orderNo }} className="num">
          {orderNo}
        </OpenInNewTabLink>
      ),
  }),
]

function OfferedCell({ line: { offer } }: { line: ConsoleQuotationLine }) {
  if (offer === null) return EMPTY_CELL
  if (offer.outcome === 'NOT_OFFERED') return `不供应${offer.note === '' ? '' : `：${offer.note}`}`
  return (
    <div className="two-lines">
      <span>
        {offer.name} {offer.spec}
      </span>
      <small>
        <span className="num">{offer.skuCode}</span>
        {offer.substitute && ' · 替代品'} {offer.note}
      </small>
    </div>
  )
}

/** Lines whose answer is settled: what was asked, what is offered, and the order that has bought it. */
export function SettledOfferLinesTable({
  title,
  opened,
  lines,
}: {
  title: string
  opened: ConsoleQuotation
  lines: readonly ConsoleQuotationLine[]
}) {
  return (
    <Panel title={`${title} ${lines.length} 行`} flush>
      <DataTable
        columns={toOfferColumns(opened)}
        rows={lines}
        rowKey={({ lineNo }) => String(lineNo)}
        width={960}
        empty={<EmptyState title="没有商品" />}
      />
    </Panel>
  )
}
