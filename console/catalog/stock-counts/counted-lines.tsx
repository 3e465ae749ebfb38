import { Button, Input, type InputRef } from 'antd'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { type Column, customColumn, EMPTY_CELL, numberColumn } from '#console/platform/components/list/columns.tsx'
import { DataTable } from '#console/platform/components/list/data-table.tsx'
import { Panel } from '#console/platform/components/panel.tsx'
import { EmptyState } from '#console/platform/components/states.tsx'
import type { StockCountEntryLine } from '#contract/catalog/stock-counts/shapes.ts'
import { formatSkuProps } from '#contract/platform/core/sku-props.ts'
import { formatCount } from '#ui/format.ts'
import { readTypedText } from './entry-desk.ts'
import type { CountEntry } from './use-count-entry.ts'

interface Props {
  /** The lines with a field, out of `total` that match; `all` are those of the sheet. */
  shown: readonly StockCountEntryLine[]
  total: number
  all: readonly StockCountEntryLine[]
  current: number | undefined
  /** Gets the field of the current line. */
  field: RefObject<InputRef | null>
  entry: CountEntry
  /** Goes to a line that was scanned or pressed, and to the one after a line. */
  go: (line: StockCountEntryLine) => void
  next: (line: StockCountEntryLine) => void
  say: (bad: boolean, text: string) => void
}

/** The lines of a sheet, each with a field for what was counted. */
export function CountedLines({ shown, total, all, current, field, entry, go, next, say }: Props) {
  const isBlind = shown.every(({ booked }) => booked === null)
  const columns: Column<StockCountEntryLine>[] = [
    customColumn({
      title: '商品',
      value: ({ goodsName, skuProps, skuCode, barcode }) => (
        <div className="two-lines">
          <span>
            <b className="num">{skuCode}</b> {goodsName}
          </span>
          <small>
            {formatSkuProps(skuProps)}
            {barcode !== '' && <span className="num"> · {barcode}</span>}
          </small>
        </div>
      ),
    }),
    customColumn({ title: '货位', width: 112, value: ({ bin }) => <span className="num">{bin || EMPTY_CELL}</span> }),
    ...(isBlind
      ? []
      : [
          numberColumn<StockCountEntryLine>({ title: '账面', value: ({ booked }) => (booked === null ? EMPTY_CELL : formatCount(booked)) }),
        ]),
    numberColumn({
      title: '实盘',
      width: 240,
      value: (line) => (
        <UnitsField
          key={line.lineNo}
          line={line}
          all={all}
          isCurrent={line.lineNo === current}
          field={field}
          entry={entry}
          go={go}
          next={next}
          say={say}
        />
      ),
    }),
    customColumn({ title: '盘点人', width: 104, value: ({ countedBy }) => countedBy || EMPTY_CELL }),
  ]
  const more = total - shown.length
  return (
    <Panel
      title={`${formatCount(total)} 个规格`}
      extra={more > 0 && <small className="mute">显示当前位置附近的 {shown.length} 个</small>}
      flush
    >
      <DataTable
        columns={columns}
        rows={shown}
        rowKey={({ lineNo }) => String(lineNo)}
        width={760}
        empty={<EmptyState title="盘点单中没有符合的商品" next="不在这张盘点单中的商品，请另建一张盘点单" />}
      />
    </Panel>
  )
}

interface FieldProps extends Pick<Props, 'all' | 'field' | 'entry' | 'go' | 'next' | 'say'> {
  line: StockCountEntryLine
  isCurrent: boolean
}

const formatUnits = (counted: number | null): string => (counted === null ? '' : String(counted))

/** What was counted of a line. Enter records it; a scan goes to its line instead. */
function UnitsField({ line, all, isCurrent, field, entry, go, next, say }: FieldProps): ReactNode {
  const recorded = formatUnits(line.counted)
  const status = entry.statuses.get(line.lineNo)
  // A field that is shown again has what is still on its way, or was refused.
  const [text, setText] = useState(status === undefined ? recorded : formatUnits(status.counted))
  const [seen, setSeen] = useState(recorded)
  /** The text that is on its way: leaving the field does not send it again. */
  const sent = useRef<string>(undefined)
  // What was recorded elsewhere is shown, except over what is being typed.
  if (seen !== recorded) {
    setSeen(recorded)
    if (status === undefined && text === seen) setText(recorded)
  }
  const record = async (): Promise<boolean> => {
    const typed = readTypedText(all, text)
    if (typed.kind === 'wrong') {
      say(true, typed.fault)
      return false
    }
    if (typed.kind === 'scanned') {
      setText(recorded)
      entry.settle(line.lineNo)
      go(typed.line)
      return false
    }
    if (typed.counted === line.counted) {
      entry.settle(line.lineNo)
      return true
    }
    if (sent.current === text || (status?.kind === 'sending' && status.counted === typed.counted)) return true
    sent.current = text
    void entry.record(line, typed.counted).then((done) => {
      sent.current = undefined
      if (!done) say(true, `${line.skuCode} 没有录入，请核对后重试`)
    })
    return true
  }
  const enter = async () => {
    if (text.trim() === '') return say(true, '请填写实盘数量；没有的填 0')
    if (await record()) next(line)
  }
  return (
    <span className="count-row">
      <span className="count-state">
        {status?.kind === 'sending' && '录入中…'}
        {status?.kind === 'failed' && (
          <Button size="small" danger title={status.fault} onClick={() => void record()}>
            重试
          </Button>
        )}
        {status === undefined && line.counted !== null && text === recorded && '已录入'}
      </span>
      <Input
        ref={isCurrent ? field : undefined}
        className="num count-units"
        aria-label={`${line.skuCode} 实盘`}
        inputMode="numeric"
        autoComplete="off"
        maxLength={60}
        value={text}
        status={status?.kind === 'failed' ? 'error' : ''}
        onChange={({ target }) => setText(target.value)}
        onPressEnter={() => void enter()}
        onBlur={() => (text !== recorded || status?.kind === 'failed') && void record()}
      />
      {line.unit}
    </span>
  )
}
