import { type ReactNode, useState } from 'react'
import { readSheetFile, SHEET_FILE_TYPES, SheetFileError } from '#ui/sheet/read-sheet.ts'
import { Button } from './button.tsx'
import { FileDrop } from './file-drop.tsx'

/** The result of a row of a file. */
export interface ImportRowResult {
  rowNo: number
  /** A short label, and whether it succeeded. */
  label: string
  good: boolean
  /** What the row refers to. */
  about: string
  why: string | null
}

interface Props {
  label: string
  hint: string
  onTemplate: () => void
  /** Imports the table and returns a result for every row. Throws if nothing was imported. */
  take: (table: readonly (readonly string[])[]) => Promise<ImportRowResult[]>
  children?: ReactNode
}

/** Imports a file and shows the result of each row, failures first. */
export function SheetImport({ label, hint, onTemplate, take, children }: Props) {
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const [results, setResults] = useState<ImportRowResult[]>()
  const bring = async (file: File) => {
    setBusy(true)
    setFault(undefined)
    try {
      setResults(await take(await readSheetFile(file)))
    } catch (error) {
      setResults(undefined)
      setFault(error instanceof SheetFileError || error instanceof Error ? error.message : '文件无法读取，请检查后重试')
    }
    setBusy(false)
  }
  return (
    <div>
      {children}
      <FileDrop
        label={label}
        accept={SHEET_FILE_TYPES}
        hint={hint}
        busy={busy}
        onFiles={([file]) => file && void bring(file)}
        className="h-28"
      />
      <Button look="plain" className="mt-2 text-sm" onClick={onTemplate}>
        下载模板（XLSX）
      </Button>
      {fault && (
        <p role="alert" className="mt-2 text-sm text-danger">
          {fault}
        </p>
      )}
      {results && <Results results={results} />}
    </div>
  )
}

function Results({ results }: { results: readonly ImportRowResult[] }) {
  const bad = results.filter(({ good }) => !good)
  const sorted = [...bad, ...results.filter(({ good }) => good)]
  return (
    <div className="mt-3">
      <p role="status" className="text-sm text-mute">
        共 <span className="num text-ink">{results.length}</span> 行，成功{' '}
        <span className="num text-ink">{results.length - bad.length}</span> 行，未导入 <span className="num text-ink">{bad.length}</span> 行
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it */}
      <ul tabIndex={0} aria-label="逐行结果" className="mt-2 max-h-60 divide-y divide-line-soft overflow-y-auto border-y border-line-soft">
        {sorted.map(({ rowNo, label: word, good, about, why }) => (
          <li key={rowNo} className="flex flex-wrap items-baseline gap-x-3 py-1.5 text-sm">
            <span className="w-14 shrink-0 text-mute">
              第 <span className="num">{rowNo}</span> 行
            </span>
            <span className={good ? 'text-success' : 'text-danger'}>{word}</span>
            <span className="min-w-0 break-words">{about}</span>
            {why && <span className="w-full pl-17 text-xs text-mute">{why}</span>}
          </li>
        ))}
      </ul>
    </div>
  )
}
