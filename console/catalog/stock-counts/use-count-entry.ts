import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useCurrentStaff } from '#console/platform/sessions/use-staff.ts'
import type { StockCountEntryLine } from '#contract/catalog/stock-counts/shapes.ts'
import { stockCountApi, stockCountEntryQuery } from './stock-counts-api.ts'

/** What becomes of a number that was typed: it is being sent, or was refused. null: the line is not counted any more. */
export type LineStatus = { kind: 'sending'; counted: number | null } | { kind: 'failed'; counted: number | null; fault: string }

export interface CountEntry {
  statuses: ReadonlyMap<number, LineStatus>
  /** Sends one line; several may be on their way. Resolves to whether it was recorded. */
  record: (line: StockCountEntryLine, counted: number | null) => Promise<boolean>
  /** Forgets that a line was refused: its field has what is recorded. */
  settle: (lineNo: number) => void
}

/**
 * Reads the lines again, and returns whether one has what was sent. An answer may be lost after the server recorded the line, and somebody else
 * may have typed the same.
 */
export async function isRecordedMeanwhile(
  queries: QueryClient,
  id: string,
  { lineNo, counted }: Pick<StockCountEntryLine, 'lineNo' | 'counted'>,
): Promise<boolean> {
  const { queryKey } = stockCountEntryQuery(id)
  await queries.invalidateQueries({ queryKey })
  return queries.getQueryData(queryKey)?.lines.find((one) => one.lineNo === lineNo)?.counted === counted
}

/** Sends typed lines one by one. A line whose answer was lost is sent with the same key again, so it is compared with the books once. */
export function useCountEntry(id: string): CountEntry {
  const queries = useQueryClient()
  const name = useCurrentStaff()?.name ?? ''
  const [statuses, setStatuses] = useState<ReadonlyMap<number, LineStatus>>(new Map())
  const sent = useRef(new Map<number, { content: string; idempotencyKey: string }>())
  const mark = (lineNo: number, status: LineStatus | undefined) =>
    setStatuses((known) => new Map([...[...known].filter(([other]) => other !== lineNo), ...(status ? [[lineNo, status] as const] : [])]))
  const { queryKey } = stockCountEntryQuery(id)
  const record: CountEntry['record'] = async ({ lineNo, counted: before }, counted) => {
    const input = { id, lines: [{ lineNo, counted, before }] }
    const [last, content] = [sent.current.get(lineNo), JSON.stringify(input)]
    const idempotencyKey = last?.content === content ? last.idempotencyKey : crypto.randomUUID()
    sent.current.set(lineNo, { content, idempotencyKey })
    mark(lineNo, { kind: 'sending', counted })
    try {
      await stockCountApi.enter(input, { idempotencyKey })
      sent.current.delete(lineNo)
    } catch (error) {
      const isRecorded = await isRecordedMeanwhile(queries, id, { lineNo, counted })
      // The next number of the line is no repetition of this one.
      if (isRecorded) sent.current.delete(lineNo)
      mark(lineNo, isRecorded ? undefined : { kind: 'failed', counted, fault: error instanceof Error ? error.message : '没有录入' })
      return isRecorded
    }
    queries.setQueryData(queryKey, (read) => {
      if (!read) return read
      const lines = read.lines.map((one) => (one.lineNo === lineNo ? { ...one, counted, countedBy: counted === null ? '' : name } : one))
      return { lines, count: { ...read.count, counted: lines.filter((one) => one.counted !== null).length } }
    })
    mark(lineNo, undefined)
    return true
  }
  const settle = (lineNo: number) => {
    if (statuses.get(lineNo)?.kind === 'failed') mark(lineNo, undefined)
  }
  return { statuses, record, settle }
}
