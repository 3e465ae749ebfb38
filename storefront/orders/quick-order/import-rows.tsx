import { useEffect, useId, useRef, useState } from 'react'
import {
  type ParsedQuickOrderTable,
  parseQuickOrderTable,
  parseQuickOrderText,
  QUICK_ORDER_ROWS_MAX,
} from '#contract/orders/quick-order/rows.ts'
import { Button } from '#storefront/platform/components/button.tsx'
import { FileDrop } from '#storefront/platform/components/file-drop.tsx'
import { readSheetFile, SHEET_FILE_TYPES, SheetFileError } from '#ui/sheet/read-sheet.ts'
import { downloadQuickOrderTemplate } from './template.ts'

interface Props {
  text: string
  onText: (text: string) => void
  /** What becomes of the rows, said before there are any. */
  hint?: string
  /** Saves an empty file to fill in. */
  onTemplate?: () => Promise<void>
  /** Adds the parsed rows. It returns how many did not fit. A file leaves the text as it is. */
  onRows: (table: ParsedQuickOrderTable, from: 'text' | 'file') => number
  /** Whether lines that ask for nothing are taken too, where each can be made a row. */
  keepsNotes?: boolean
}

const PLACEHOLDER = 'KT-U84-22  20\nBKH47 10支 急用\n2#锂基脂 5桶'

const MATCH_HINT = '编码、型号、品名都可以；拿不准的会请您确认，问候、日期、地址放在备注里'

const formatImportResult = (table: ParsedQuickOrderTable, left: number): string =>
  [
    `读入 ${table.rows.length + table.beyond - left} 行`,
    table.notes.length > 0 ? `${table.notes.length} 行当作备注` : '',
    table.blank > 0 ? `跳过 ${table.blank} 个空行` : '',
    left > 0 ? `一次最多 ${QUICK_ORDER_ROWS_MAX} 行，还有 ${left} 行没有读入，请先处理上面的` : '',
  ]
    .filter((part) => part !== '')
    .join('，')

/** Notes alone are no mistake of the person. */
function formatNothingFound({ notes }: ParsedQuickOrderTable, keepsNotes: boolean): string {
  if (notes.length === 0) return '没有读到商品：请检查内容是否为空'
  return keepsNotes
    ? `没有读到商品，${notes.length} 行当作备注；要订的请在下面按“当作商品”`
    : '没有读到商品：这些内容像是备注，没有商品和数量'
}

/** The input of rows: pasted text, or a file. Rows that do not fit stay in the text field. */
export function AddQuickOrderRowsForm({
  text,
  hint = MATCH_HINT,
  onTemplate = downloadQuickOrderTemplate,
  keepsNotes = false,
  onText,
  onRows,
}: Props) {
  const [message, setMessage] = useState<{ text: string; bad: boolean }>()
  const [reading, setReading] = useState(false)
  const box = useId()
  // A file is read for a while. Its rows join those that are there then, and not those of when it was chosen.
  const add = useRef(onRows)
  useEffect(() => {
    add.current = onRows
  })
  /** Returns how many rows did not fit; undefined: there was nothing to add, and the text stays. */
  const take = (table: ParsedQuickOrderTable, from: 'text' | 'file'): number | undefined => {
    if (table.rows.length === 0) {
      setMessage({ text: formatNothingFound(table, keepsNotes), bad: table.notes.length === 0 })
      return keepsNotes && table.notes.length > 0 ? add.current(table, from) : undefined
    }
    const left = add.current(table, from)
    setMessage({ text: formatImportResult(table, left), bad: left > 0 })
    return left
  }
  const paste = () => {
    const left = take(parseQuickOrderText(text), 'text')
    if (left === undefined) return
    const lines = text.split('\n').filter((line) => line.trim() !== '')
    onText(left > 0 ? lines.slice(-left).join('\n') : '')
  }
  const upload = async (file: File) => {
    setReading(true)
    try {
      take(parseQuickOrderTable(await readSheetFile(file)), 'file')
    } catch (error) {
      setMessage({ text: error instanceof SheetFileError ? error.message : '文件无法读取，请检查后重试', bad: true })
    }
    setReading(false)
  }
  return (
    <section aria-label="粘贴或上传" className="panel grid gap-4 p-4 md:p-5 lg:grid-cols-[minmax(0,1fr)_320px]">
      <div>
        <label htmlFor={box} className="mb-1 block text-sm text-mute">
          粘贴编码和数量，或聊天里的要货消息，每行一种
        </label>
        <textarea
          id={box}
          rows={6}
          value={text}
          onChange={(event) => onText(event.target.value)}
          placeholder={PLACEHOLDER}
          className="num w-full rounded-control border border-line bg-white px-3 py-2 text-md leading-6 hover:border-placeholder focus:border-jade"
        />
        <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button look="call" disabled={text.trim() === ''} onClick={paste}>
            开始匹配
          </Button>
          <p role={message?.bad ? 'alert' : 'status'} className={`min-h-5 text-sm ${message?.bad ? 'text-danger' : 'text-mute'}`}>
            {message?.text ?? hint}
          </p>
        </div>
      </div>
      <div>
        <p className="mb-1 text-sm text-mute">或上传文件</p>
        <FileDrop
          label="上传 XLSX 或 CSV 文件"
          accept={SHEET_FILE_TYPES}
          hint={`XLSX、CSV，${QUICK_ORDER_ROWS_MAX} 行以内，5MB 以内`}
          busy={reading}
          onFiles={([file]) => file && void upload(file)}
        />
        <Button look="plain" className="mt-3 text-sm" onClick={() => void onTemplate()}>
          下载模板（XLSX）
        </Button>
      </div>
    </section>
  )
}
