import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Button, Input, type InputRef } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { PageHead } from '#console/platform/components/panel.tsx'
import { createRecordPage } from '#console/platform/components/record-page.tsx'
import { ScanNotice } from '#console/platform/components/scanner/scan-field.tsx'
import { EmptyState, QueryPage } from '#console/platform/components/states.tsx'
import { useConfirmBeforeLeave } from '#console/platform/components/use-confirm-before-leave.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { consoleStockCountEndpoints } from '#contract/catalog/stock-counts/api.ts'
import type { StockCount, StockCountEntryLine } from '#contract/catalog/stock-counts/shapes.ts'
import { formatCount } from '#ui/format.ts'
import { CountedLines } from './counted-lines.tsx'
import { FOUND_MAX, findLines, findNextLine, findScannedLine } from './entry-desk.ts'
import { ImportCountsButton } from './import-counts-button.tsx'
import { invalidatedByStockCount, stockCountEntryQuery } from './stock-counts-api.ts'
import { type CountEntry, useCountEntry } from './use-count-entry.ts'
import './stock-counts.css'

const TITLE = '录入盘点'

interface Read {
  count: StockCount
  lines: StockCountEntryLine[]
}

function One({ id }: { id: string }) {
  const found = useQuery(stockCountEntryQuery(id))
  const queries = useQueryClient()
  // Lists that were read before show what was typed once the screen is left.
  useEffect(
    () => () => {
      for (const queryKey of invalidatedByStockCount) void queries.invalidateQueries({ queryKey: [...queryKey] })
    },
    [queries],
  )
  return (
    <QueryPage title={TITLE} from={found}>
      {(read) => (
        <>
          <PageHead
            title={TITLE}
            note={
              <>
                盘点单{' '}
                <Link to="/stock_count" search={{ id }} className="num">
                  {read.count.countNo}
                </Link>{' '}
                · {read.count.warehouseName} · 已录入{' '}
                <b className="num">{`${formatCount(read.count.counted)} / ${formatCount(read.count.lines)}`}</b>
              </>
            }
            actions={read.count.state === 'OPEN' && <ImportCountsButton id={id} />}
          />
          <Desk read={read} />
        </>
      )}
    </QueryPage>
  )
}

function Desk({ read: { count, lines } }: { read: Read }) {
  const { reason } = usePermission(consoleStockCountEndpoints.enter)
  const entry = useCountEntry(count.id)
  const whyNot = reason ?? (count.state === 'OPEN' ? undefined : '这张盘点单已提交，不能再录入')
  if (whyNot !== undefined)
    return (
      <div className="panel">
        <EmptyState
          title={whyNot}
          action={
            <Link to="/stock_count" search={{ id: count.id }}>
              查看盘点单
            </Link>
          }
        />
      </div>
    )
  return <EntryDesk lines={lines} entry={entry} />
}

interface Notice {
  bad: boolean
  text: string
}

const START: Notice = { bad: false, text: '扫商品条码，或输入编码、名称、货位查找；填数量后按 Enter 到下一个' }

/** The line whose field gets the focus: a new object each time that it is asked for, also for the same line. */
interface CurrentLine {
  lineNo: number
}

function EntryDesk({ lines, entry }: { lines: readonly StockCountEntryLine[]; entry: CountEntry }) {
  const box = useRef<InputRef>(null)
  const [text, setText] = useState('')
  const [notice, setNotice] = useState(START)
  const [current, setCurrent] = useState<CurrentLine | undefined>(() => findNextLine(lines, 0, () => false))
  const field = useRef<InputRef>(null)
  // Only then: who types into the find box stays there.
  useEffect(() => {
    if (current) field.current?.focus({ cursor: 'all' })
  }, [current])
  const abandoned = useRef(false)
  useConfirmBeforeLeave({
    isUnsaved: () => !abandoned.current && entry.statuses.size > 0,
    isSame: () => true,
    loss: () => `${entry.statuses.size} 行还没有录入成功，离开后需要重新填写。`,
    abandon: () => {
      abandoned.current = true
    },
  })
  const go = (line: StockCountEntryLine) => {
    setText('')
    setCurrent({ lineNo: line.lineNo })
    setNotice({ bad: false, text: `${line.bin ? `${line.bin} · ` : ''}${line.skuCode} ${line.goodsName}` })
  }
  const found = findLines(lines, text)
  const take = () => {
    const line = findScannedLine(lines, text) ?? (found.length === 1 ? found[0] : undefined)
    if (line) go(line)
    else if (text.trim() !== '')
      setNotice({ bad: true, text: found.length === 0 ? `盘点单中没有“${text.trim()}”` : '有几个商品符合，请再输入几个字，或在下面选择' })
  }
  const next = (line: StockCountEntryLine) => {
    const following = findNextLine(lines, line.lineNo, (one) => entry.statuses.get(one)?.kind === 'sending')
    if (following) return go(following)
    setCurrent(undefined)
    setNotice({ bad: false, text: '全部录入了，可以提交审核' })
    box.current?.focus()
  }
  return (
    <>
      <div className="panel count-desk">
        <Input
          ref={box}
          size="large"
          className="num count-find"
          aria-label="条码、编码、名称或货位"
          placeholder="扫条码，或输入编码、名称、货位"
          autoComplete="off"
          maxLength={60}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onPressEnter={take}
          // A suffix that comes with the first character would replace the field, which loses the focus.
          suffix={text === '' ? <span /> : <ClearButton clear={() => setText('')} />}
        />
        <ScanNotice tone={notice.bad ? 'bad' : 'good'}>{notice.text}</ScanNotice>
      </div>
      <CountedLines
        key={text}
        shown={shownLines(found, text === '' ? current?.lineNo : undefined)}
        total={found.length}
        all={lines}
        current={current?.lineNo}
        field={field}
        entry={entry}
        go={go}
        next={next}
        say={(bad, words) => setNotice({ bad, text: words })}
      />
    </>
  )
}

const ClearButton = ({ clear }: { clear: () => void }) => (
  <Button type="text" size="small" onClick={clear}>
    清除
  </Button>
)

/** The lines that the screen shows: around the current one, so that it never has a thousand fields. */
function shownLines(found: readonly StockCountEntryLine[], current: number | undefined): readonly StockCountEntryLine[] {
  const at = Math.max(
    0,
    found.findIndex(({ lineNo }) => lineNo === current),
  )
  const first = Math.floor(at / FOUND_MAX) * FOUND_MAX
  return found.slice(first, first + FOUND_MAX)
}

/** Typing of what was counted: a scan or a word finds the line, a number and Enter go to the next one. */
export const Page = createRecordPage(
  { title: TITLE, by: ['id'], what: '盘点单', choose: <Link to="/stock_counts">到盘点单列表选择</Link> },
  One,
)
