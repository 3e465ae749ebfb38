import * as z from 'zod/mini'
import { createRefusedPlatformApiRowResult, type PlatformApiRowResult } from '#contract/platform/core/row-result.ts'

/** A row of a call with its position, from 1. */
export type RowWithNumber<Row> = Row & { row: number }

const CODE_SHOWN = 100

/** The code of a row in its result, whatever the row sent. */
const codeOf = ({ code }: Record<string, unknown>): string => (typeof code === 'string' ? code.slice(0, CODE_SHOWN).toWellFormed() : '')

/** Decodes each row separately: a row that does not fit is refused with its field, and the others are read. */
export function parseRowsAndRefusedRows<Row extends { code: string }>(
  given: readonly Record<string, unknown>[],
  shape: z.ZodMiniType<Row>,
): { rows: RowWithNumber<Row>[]; refused: PlatformApiRowResult[] } {
  const rows: RowWithNumber<Row>[] = []
  const refused: PlatformApiRowResult[] = []
  for (const [at, raw] of given.entries()) {
    const decoded = z.safeDecode(shape, raw as z.input<typeof shape>)
    if (decoded.success) rows.push({ ...decoded.data, row: at + 1 })
    else {
      const issue = decoded.error.issues[0]
      refused.push(createRefusedPlatformApiRowResult({ row: at + 1, code: codeOf(raw) }, messageOf(issue), fieldOf(issue)))
    }
  }
  return { rows, refused }
}

type Issue = z.core.$ZodIssue | undefined

/** A field that rows do not have is reported by its own name. */
const fieldOf = (issue: Issue): string => (issue?.code === 'unrecognized_keys' ? (issue.keys[0] ?? '') : String(issue?.path[0] ?? ''))

function messageOf(issue: Issue): string {
  if (issue?.code === 'unrecognized_keys') return `没有名为 ${issue.keys[0]?.slice(0, CODE_SHOWN)} 的字段`
  const message = issue?.message ?? ''
  return /\p{Script=Han}/u.test(message) ? message : '格式不正确'
}
