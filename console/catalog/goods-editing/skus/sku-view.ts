import { createDraftSku, type DraftSku } from '#console/catalog/goods-editing/editor/draft.ts'
import type { CategoryAttribute } from '#contract/catalog/attributes/shapes.ts'
import { type AttributeValue, formatAttributeValue } from '#contract/catalog/attributes/values.ts'
import { GOODS_SKUS_MAX, type SkuContent } from '#contract/catalog/goods-editing/content.ts'
import { formatCount } from '#ui/format.ts'
import { type SkuColumn, skuColumns, skuPropsColumn } from './sku-columns.ts'

type Rows = readonly DraftSku[]

/** The values of one attribute in which the SKUs should differ. */
export interface SkuAxis {
  attribute: CategoryAttribute
  values: readonly AttributeValue[]
}

/** Parses a selected or typed text to a value of a SKU-making attribute; undefined: it cannot be parsed. */
export function parseSkuAxisValue({ attributeId, kind }: CategoryAttribute, text: string): AttributeValue | undefined {
  const bare = text.trim()
  if (kind === 'choice') return { attributeId, choiceIds: [bare] }
  if (kind === 'boolean') return { attributeId, yes: bare === 'true' }
  if (kind === 'text') return bare === '' ? undefined : { attributeId, text: bare }
  return /^-?\d+(\.\d+)?$/.test(bare) ? { attributeId, number: Number(bare) } : undefined
}

/** The text of a value in the select of its attribute. */
export const formatSkuAxisValue = ({ choiceIds, number, text, yes }: AttributeValue): string =>
  choiceIds ? (choiceIds[0] ?? '') : (number ?? text ?? yes ?? '').toString()

/** The current values of the SKUs, each once, in the order of the rows. */
export const listSkuAxes = (attributes: readonly CategoryAttribute[], rows: Rows): SkuAxis[] =>
  attributes
    .filter(({ makesSkus }) => makesSkus)
    .map((attribute) => {
      const of = rows
        .filter(({ sku }) => !sku.archived)
        .flatMap(({ sku }) => sku.choices.filter((one) => one.attributeId === attribute.attributeId))
      return { attribute, values: [...new Map(of.map((value) => [formatSkuAxisValue(value), value])).values()] }
    })

const signOf = (choices: readonly AttributeValue[]): string =>
  choices
    .map((value) => `${value.attributeId} ${formatSkuAxisValue(value)}`)
    .toSorted()
    .join()

/** Every combination of the values. An attribute without a value is left out. */
function combine(axes: readonly SkuAxis[]): AttributeValue[][] {
  const used = axes.filter(({ values }) => values.length > 0)
  if (used.length === 0) return []
  return used.reduce<AttributeValue[][]>((sofar, { values }) => sofar.flatMap((one) => values.map((value) => [...one, value])), [[]])
}

const countCombinations = (axes: readonly SkuAxis[]): number =>
  axes.reduce((product, { values }) => product * Math.max(1, values.length), 1)

/** The result of the chosen values: the missing combinations, or why there would be too many. */
export function computeMissingSkus(axes: readonly SkuAxis[], rows: Rows): { missing: AttributeValue[][]; fault?: string } {
  // All combinations become rows. They are counted before they are created, because a few more values can make millions.
  const all = countCombinations(axes)
  const limit = `一个商品最多 ${GOODS_SKUS_MAX} 个规格`
  if (all > GOODS_SKUS_MAX) return { missing: [], fault: `所选的值有 ${formatCount(all)} 种组合，${limit}，请减少所选的值` }
  const there = new Set(rows.map(({ sku }) => signOf(sku.choices)))
  const missing = combine(axes).filter((choices) => !there.has(signOf(choices)))
  const total = rows.length + missing.length
  return total > GOODS_SKUS_MAX ? { missing: [], fault: `加上现有的共 ${total} 个，${limit}，请减少所选的值` } : { missing }
}

/** Adds a row for each missing combination. Existing rows stay, whatever was chosen. */
export const addMissingSkus = (axes: readonly SkuAxis[], rows: Rows): Rows => [
  ...rows,
  ...computeMissingSkus(axes, rows).missing.map((choices) => createDraftSku({ choices })),
]

/** The label that distinguishes a SKU for people: '22 mm · YG11C'. */
export function formatSkuDistinction(attributes: readonly CategoryAttribute[], { choices, props }: SkuContent): string {
  const values = new Map(choices.map((value) => [value.attributeId, value]))
  const texts = attributes.flatMap((attribute) => {
    const value = values.get(attribute.attributeId)
    return value ? [formatAttributeValue(attribute, value)] : []
  })
  return texts.length > 0 ? texts.join(' · ') : props.map(([, value]) => value).join(' · ')
}

/** A cell at the beginning of a text. Spreadsheets quote it if it contains quotes, tabs or line ends. */
const QUOTED = /^"((?:[^"]|"")*)"/
const BARE = /^[^\t\n]*/

/** The cells of a block that was copied from a spreadsheet; undefined: it is a single text. */
export function parsePastedBlock(text: string): string[][] | undefined {
  let rest = text.replaceAll('\r\n', '\n')
  // A spreadsheet also ends the last line.
  if (rest.endsWith('\n')) rest = rest.slice(0, -1)
  const lines: string[][] = [[]]
  let isQuoted = false
  for (let sign: string | undefined = '\t'; sign; sign = rest[0], rest = rest.slice(1)) {
    if (sign === '\n') lines.push([])
    const match = QUOTED.exec(rest)
    // Quotes that do not end the cell belong to its text.
    const quoted = match && ['\t', '\n', undefined].includes(rest[match[0].length]) ? match : null
    const cell = quoted ? (quoted[1] ?? '').replaceAll('""', '"').replaceAll('\n', ' ') : (BARE.exec(rest)?.[0] ?? '')
    isQuoted ||= quoted !== null
    lines.at(-1)?.push(cell)
    rest = rest.slice(quoted ? quoted[0].length : cell.length)
  }
  return lines.length === 1 && lines[0]?.length === 1 && !isQuoted ? undefined : lines
}

interface Pasted {
  rows: Rows
  /** The cells that could not be pasted, for people. */
  faults: string[]
}

/** The position of the column 规格 before the others. */
export const SKU_PROPS_COLUMN_INDEX = -1

/** Parses the cells of one line to fields. Cells that cannot be parsed are added to `faults`. */
function readCells({ choices }: SkuContent, cells: readonly string[], column: number, faults: { reason: string }[]): Partial<SkuContent> {
  const fields = cells.map((text, offset): Partial<SkuContent> => {
    const place = column + offset
    const target = place === SKU_PROPS_COLUMN_INDEX ? skuPropsColumn : skuColumns[place]
    const read = target?.read(text)
    if (!target || (target === skuPropsColumn && choices.length > 0)) return {}
    if (!read) faults.push({ reason: `${target.label}“${text}”：${target.fault}` })
    return read ?? {}
  })
  return Object.assign({}, ...fields)
}

/**
 * Fills cells from a row and a column on. It adds rows beyond the last one if `grow` is set. A cell that cannot be parsed keeps its value,
 * and so do all cells of an archived row.
 */
export function pasteBlockIntoSkuRows(
  rows: Rows,
  block: readonly (readonly string[])[],
  { row, column, grow }: { row: number; column: number; grow: boolean },
): Pasted {
  const faults: string[] = []
  const room = grow ? Math.max(rows.length, Math.min(GOODS_SKUS_MAX, row + block.length)) : rows.length
  const added = Array.from({ length: room - rows.length }, () => createDraftSku())
  const next = [...rows, ...added].map((one, at) => {
    const cells = block[at - row]
    if (!cells) return one
    if (one.sku.archived) {
      faults.push(`第 ${at + 1} 行已停用`)
      return one
    }
    const wrong: { reason: string }[] = []
    const fields = readCells(one.sku, cells, column, wrong)
    faults.push(...wrong.map(({ reason }) => `第 ${at + 1} 行${reason}`))
    return { ...one, sku: { ...one.sku, ...fields } }
  })
  const lost = row + block.length - room
  if (lost > 0) faults.push(`多出的 ${lost} 行没有对应的规格`)
  const wide = Math.max(...block.map(({ length }) => column + length)) - skuColumns.length
  if (wide > 0) faults.push(`多出的 ${wide} 列没有对应的内容`)
  return { rows: next, faults }
}

/** Fills a whole column with one text; undefined: it cannot be parsed. Archived rows stay unchanged. */
export function fillSkuColumn(rows: Rows, { read }: SkuColumn, text: string): Rows | undefined {
  const fields = read(text)
  return fields && rows.map((row) => (row.sku.archived ? row : { ...row, sku: { ...row.sku, ...fields } }))
}
