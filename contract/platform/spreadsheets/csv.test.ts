import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseCsvRows, passCsvCellsToReceiver } from './csv.ts'
import { formatCsvLines } from './csv-text.ts'
import { createSheetRowStream, getShortCellSheetLimits, SheetLimitError } from './limits.ts'

const SEED = 20_261_125
const limits = getShortCellSheetLimits(300)
const cell = fc.string({ unit: fc.constantFrom('截', 'a', ',', '"', '\r', '\n', ' ', '=', ';'), maxLength: 6 })

function readInPieces(text: string, ends: readonly number[]): [row: number, cells: string[]][] {
  const cuts = [...new Set(ends.map((end) => end % (text.length + 1)))].sort((a, b) => a - b)
  const rows: [number, string[]][] = []
  const target = createSheetRowStream(limits, (row, cells) => rows.push([row, cells]))
  passCsvCellsToReceiver(
    [...cuts, text.length].map((end, at) => text.slice(cuts[at - 1] ?? 0, end)),
    limits,
    target,
  )
  target.end()
  return rows
}

test('the same rows are parsed however the text is split into chunks and however its cells are quoted', () => {
  const tables = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(tables, fc.array(fc.nat(), { maxLength: 6 }), fc.boolean(), (table, ends, quoted) => {
      // The first fifty lines decide the delimiter, and are never cut.
      const head = 'a,b,c,d\r\n'.repeat(60)
      const text = quoted ? formatCsvLines(table) : table.map((row) => row.join(',')).join('\n')
      const whole = parseCsvRows(head + text, limits).flatMap((cells, at) => (cells.length > 0 ? [[at + 1, cells]] : []))
      expect(
        readInPieces(
          head + text,
          ends.map((end) => head.length + (end % (text.length + 1))),
        ),
      ).toEqual(whole)
    }),
    { seed: SEED, numRuns: 2_000 },
  )
})

test('a cell without an end is refused as soon as it is too long, before everything is read', () => {
  let read = 0
  function* pieces() {
    yield 'a,b\n1,"'
    for (; read < 1_000; read++) yield 'x'.repeat(1_000)
  }
  const target = createSheetRowStream(limits, () => {})
  expect(() => passCsvCellsToReceiver(pieces(), limits, target)).toThrow('第 2 行 B 列的内容超过 2000 个字')
  expect(read).toBeLessThan(10)
})

test('cells of an earlier row are refused, because rows are passed on in order', () => {
  const target = createSheetRowStream(limits, () => {})
  target.set(5, 1, '五')
  expect(() => target.set(4, 1, '四')).toThrow(SheetLimitError)
  expect(() => target.set(3, 1, ' ')).not.toThrow()
})
