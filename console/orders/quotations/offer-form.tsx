import { Button, Input } from 'antd'
import { useId } from 'react'
import { useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { useConfirm } from '#console/platform/components/forms/use-confirm.tsx'
import { type Column, customColumn, proseColumn } from '#console/platform/components/list/columns.tsx'
import { DataTable } from '#console/platform/components/list/data-table.tsx'
import { NumberInput } from '#console/platform/components/number-input.tsx'
import { Panel } from '#console/platform/components/panel.tsx'
import { useNow } from '#console/platform/components/use-now.ts'
import { type ConsoleQuotation, QUOTATION_TEXT_LENGTH_MAX } from '#contract/orders/quotations/shapes.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { addDays, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { formatFullDay } from '#ui/format.ts'
import {
  CurrentPriceAndStockCell,
  OfferedGoodsChoiceCell,
  OfferedPricesCell,
  type QuotationOfferTableRow,
  RequestedGoodsCell,
  TermsAndNoteCell,
} from './offer-line.tsx'
import { SettledOfferLinesTable } from './offer-table.tsx'
import { computeOfferSummary } from './quotation-view.ts'
import { RefuseQuotationDrawer } from './refuse-drawer.tsx'
import { toDaysOfOffer, useQuotationOfferForm } from './use-offer.ts'

interface Props {
  opened: ConsoleQuotation
  /** Called after a decision, to go on to the next case. */
  decided: () => unknown
}

/** 报价: an answer to every line, for how long it holds, and a note. */
export function QuotationOfferForm({ opened, decided }: Props) {
  const offer = useQuotationOfferForm(opened, decided)
  const { rows, change, choose } = offer
  const ordered = opened.lines.filter(({ orderNo }) => orderNo !== null)
  const columns: Column<QuotationOfferTableRow>[] = [
    customColumn({ title: '询价', value: ({ line }) => <RequestedGoodsCell line={line} drawings={opened.drawings} /> }),
    proseColumn({ title: '供应', width: 208, value: (row) => <OfferedGoodsChoiceCell {...row} onChange={change} onChoose={choose} /> }),
    proseColumn({
      title: '现价',
      width: 128,
      value: ({ line, sku, answer }) => (answer.offered ? <CurrentPriceAndStockCell sku={sku} goodsNum={line.goodsNum} /> : null),
    }),
    proseColumn({ title: '报价', width: 184, value: (row) => <OfferedPricesCell {...row} onChange={change} /> }),
    proseColumn({ title: '交货和有效期', width: 176, value: (row) => <TermsAndNoteCell {...row} onChange={change} /> }),
  ]
  return (
    <>
      <Panel title={`报价 ${rows.length} 行`} flush>
        <DataTable columns={columns} rows={rows} rowKey={({ line }) => String(line.lineNo)} width={1000} />
        <Foot opened={opened} offer={offer} decided={decided} />
      </Panel>
      {ordered.length > 0 && <SettledOfferLinesTable title="已下单，不再改动" opened={opened} lines={ordered} />}
    </>
  )
}

interface FootProps extends Props {
  offer: ReturnType<typeof useQuotationOfferForm>
}

/** For how long the whole offer holds, its note, and the decision. */
function Foot({ opened, offer, decided }: FootProps) {
  const [daysId, noteId] = [useId(), useId()]
  const { whole, setWhole, daysFault, noneOffered, draft, lines, busy } = offer
  const confirm = useConfirm()
  const refusing = useDrawer<true>()
  const today = toShanghaiDay(useNow())
  const until = formatFullDay(addDays(today, toDaysOfOffer(whole.validDays)))
  const { offered, declined, shorter, amount } = computeOfferSummary(draft, lines)
  const press = () => {
    if (!offer.check()) return
    confirm({
      title: `发出报价，有效至 ${until}？`,
      okText: '发出报价',
      content: `报价 ${offered} 行${declined > 0 ? `，不供应 ${declined} 行` : ''}；按现金价合计 ${formatMoney(amount)}。${shorter > 0 ? `其中 ${shorter} 行另有有效期。` : ''}买家可在有效期内按此价格下单。`,
      run: offer.send,
    })
  }
  return (
    <div className="quotation-foot">
      <div>
        <label htmlFor={daysId}>有效天数</label>
        <NumberInput
          id={daysId}
          suffix="天"
          className="num"
          value={whole.validDays}
          status={daysFault === undefined ? '' : 'error'}
          onChange={(validDays) => setWhole({ validDays })}
        />
        <small className={daysFault === undefined ? 'mute' : 'quotation-bad'}>{daysFault ?? `有效至 ${until}`}</small>
      </div>
      <div className="quotation-note">
        <label htmlFor={noteId}>报价说明</label>
        <Input.TextArea
          id={noteId}
          rows={2}
          maxLength={QUOTATION_TEXT_LENGTH_MAX}
          placeholder="选填，买家会看到：交货方式、包装、起订要求等"
          value={whole.note}
          onChange={({ target }) => setWhole({ note: target.value })}
        />
      </div>
      <div className="quotation-decide">
        {noneOffered && <small className="mute">都不供应时请选择“不予报价”</small>}
        {opened.actions.includes('refuse') && (
          <Button danger aria-keyshortcuts="R" onClick={() => refusing.show(true)}>
            不予报价
          </Button>
        )}
        <Button type="primary" aria-keyshortcuts="A" loading={busy} disabled={noneOffered} onClick={press}>
          发出报价
        </Button>
      </div>
      {refusing.subject && <RefuseQuotationDrawer opened={opened} open={refusing.open} close={refusing.close} decided={decided} />}
    </div>
  )
}
