// 送货单 of several parcels as one file: which rows are chosen, and the button that prints them.
import { Button, Checkbox } from 'antd'
import { Printer } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { consoleDocumentDownloadEndpoints, DELIVERY_NOTES_PER_FILE_MAX } from '#contract/billing/documents/api.ts'
import { toDisabledProps } from '#ui/disabled-by.ts'
import { saveFileToDisk } from '#ui/save-file.ts'
import { type Choice, changeChoice, getRowsChosenOf } from './choice.ts'
import { documentApi } from './parcels-api.ts'
import './parcels.css'

/** The rows that are chosen, over several pages of a list, by a key; in the sequence of choosing. */
export interface ChosenRows<Row> {
  rows: readonly Row[]
  has: (row: Row) => boolean
  /** Chooses rows, or no longer. */
  set: (rows: readonly Row[], yes: boolean) => void
}

/** `of`: what the rows are chosen of, if they differ with it. With another value nothing is chosen. */
export function useChosenRows<Row>(keyOf: (row: Row) => string, of = ''): ChosenRows<Row> {
  const [choice, setChoice] = useState<Choice<Row>>({ of, rows: new Map() })
  const chosen = getRowsChosenOf(choice, of)
  return {
    rows: [...chosen.values()],
    has: (row) => chosen.has(keyOf(row)),
    set: (rows, yes) => setChoice((before) => changeChoice(before, { of, rows: rows.map((row) => [keyOf(row), row]), yes })),
  }
}

interface ChoiceProps {
  /** What is chosen, for people who do not see the row. */
  label: string
  checked: boolean
  /** Why it cannot be chosen. */
  reason?: string | undefined
  choose: (yes: boolean) => void
  children: ReactNode
}

/** The first cell of a row with its checkbox. */
export const RowCheckboxCell = ({ label, checked, reason, choose, children }: ChoiceProps) => (
  <div className="row-choice" title={reason}>
    <Checkbox
      aria-label={`选择${label}`}
      checked={checked}
      disabled={reason !== undefined}
      onChange={({ target }) => choose(target.checked)}
    />
    {children}
  </div>
)

interface PageProps<Row> {
  chosen: ChosenRows<Row>
  /** The rows of the page that can be chosen. */
  rows: readonly Row[]
}

/** Chooses every row of the page, or none of them if all are chosen. */
export function ToggleAllRowsOfPageButton<Row>({ chosen, rows }: PageProps<Row>) {
  if (rows.length === 0) return null
  const all = rows.every(chosen.has)
  return <Button onClick={() => chosen.set(rows, !all)}>{all ? '取消勾选本页' : '勾选本页'}</Button>
}

interface PrintProps {
  parcels: readonly { enterpriseId: string; orderNo: string; parcelNo?: number }[]
  /** Counts what is chosen: 单 or 个. */
  counted: string
}

/** Prints the notes of the chosen orders or parcels, in the sequence of choosing. */
export function PrintDeliveryNotesButton({ parcels, counted }: PrintProps) {
  const { reason: denied } = usePermission(consoleDocumentDownloadEndpoints.deliveryNotes)
  const print = useApiMutation(documentApi.deliveryNotes, { onSuccess: saveFileToDisk })
  const count = parcels.length
  const many =
    count > DELIVERY_NOTES_PER_FILE_MAX ? `一次最多打印 ${DELIVERY_NOTES_PER_FILE_MAX} 张，已勾选 ${count} ${counted}` : undefined
  return (
    <Button
      icon={<Printer size={14} aria-hidden />}
      loading={print.isPending}
      {...toDisabledProps(denied ?? (count === 0 ? '请先勾选已发货的行' : many))}
      onClick={() => print.mutate({ parcels: [...parcels] })}
    >
      {count === 0 ? '打印送货单' : `打印送货单 ${count} ${counted}`}
    </Button>
  )
}

interface WaveProps {
  id: string
  /** How many orders of it have left. */
  shipped: number
  /** The chosen orders; none: all that have left. */
  orderNos: readonly string[]
}

/** Prints the notes of a wave by place: of the chosen orders, or of all in files of a hundred. */
export function PrintWaveDeliveryNotesButtons({ id, shipped, orderNos }: WaveProps) {
  const { allowed } = usePermission(consoleDocumentDownloadEndpoints.waveDeliveryNotes)
  const print = useApiMutation(documentApi.waveDeliveryNotes, { onSuccess: saveFileToDisk })
  if (!allowed || shipped === 0) return null
  const batches = orderNos.length > 0 ? 1 : Math.ceil(shipped / DELIVERY_NOTES_PER_FILE_MAX)
  const partOf = (at: number) => `${at * DELIVERY_NOTES_PER_FILE_MAX + 1}–${Math.min(shipped, (at + 1) * DELIVERY_NOTES_PER_FILE_MAX)}`
  const wordOf = (at: number) => (orderNos.length > 0 ? ` ${orderNos.length} 单` : batches > 1 ? ` ${partOf(at)}` : '')
  const many = orderNos.length > DELIVERY_NOTES_PER_FILE_MAX ? `一次最多打印 ${DELIVERY_NOTES_PER_FILE_MAX} 张` : undefined
  const inputOf = (at: number) => (orderNos.length > 0 ? { id, orderNos: [...orderNos] } : { id, batch: at + 1 })
  return Array.from({ length: batches }, (_, at) => (
    <Button
      key={inputOf(at).batch ?? 'chosen'}
      icon={<Printer size={14} aria-hidden />}
      loading={print.isPending && print.variables.batch === inputOf(at).batch}
      {...toDisabledProps(many, print.isPending)}
      onClick={() => print.mutate(inputOf(at))}
    >
      {`打印送货单${wordOf(at)}`}
    </Button>
  ))
}
