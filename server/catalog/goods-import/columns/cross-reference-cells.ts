// 竞品型号 in a cell: '品牌｜型号｜完全替代｜说明｜来源｜确认人；…'. Empty parts at the end may be left out.
import { CROSS_REFERENCE_TEXT_LENGTH_MAX, type CrossReference, crossReferenceFits } from '#contract/catalog/goods/cross-reference.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { CellFault } from './cell-fault.ts'
import { CELL_LIST_SEPARATOR, parseListCell } from './names.ts'
import { parseLabelToKey } from './read-values.ts'

const PART_SEPARATOR = '｜'
const EXAMPLE = '品牌｜型号｜完全替代｜说明｜来源｜确认人'

/** Writes the parts of other makers that a SKU corresponds to as the text of a cell. */
export const formatCrossReferencesCell = (references: readonly CrossReference[]): string =>
  references
    .map(({ brand, partNumber, fit, note, source, confirmedBy }) => {
      const parts = [brand, partNumber, crossReferenceFits[fit].label, note, source, confirmedBy]
      return parts.slice(0, parts.findLastIndex(Boolean) + 1).join(PART_SEPARATOR)
    })
    .join(CELL_LIST_SEPARATOR)

function parseOne(text: string): CrossReference | CellFault {
  const [brand = '', partNumber = '', fitLabel = '', note = '', source = '', confirmedBy = '', ...more] = text
    .split(/[|｜]/)
    .map((part) => part.trim())
  if (brand === '' || partNumber === '' || more.length > 0) return new CellFault(`“${text}”请按“${EXAMPLE}”填写`)
  const fit = fitLabel === '' ? 'ask' : parseLabelToKey(fitLabel, crossReferenceFits)
  if (fit instanceof CellFault) return fit
  const reference: CrossReference = { brand, partNumber, fit, note, source, confirmedBy }
  const long = keysOf(CROSS_REFERENCE_TEXT_LENGTH_MAX).find(
    (field) => [...reference[field]].length > CROSS_REFERENCE_TEXT_LENGTH_MAX[field],
  )
  return long === undefined ? reference : new CellFault(`“${reference[long]}”最多 ${CROSS_REFERENCE_TEXT_LENGTH_MAX[long]} 字`)
}

/** Reads such a cell. A relation that is not written is one that has to be confirmed. */
export function parseCrossReferencesCell(text: string): CrossReference[] | CellFault {
  const read: CrossReference[] = []
  for (const part of parseListCell(text)) {
    const reference = parseOne(part)
    if (reference instanceof CellFault) return reference
    read.push(reference)
  }
  return read
}
