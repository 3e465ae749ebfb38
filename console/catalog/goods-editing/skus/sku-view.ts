import { createSku, type DraftSku } from '#console/catalog/goods-editing/editor/draft.ts'
import type { CategoryAttribute } from '#contract/catalog/attributes/shapes.ts'
import { type AttributeValue, formatAttributeValue } from '#contract/catalog/attributes/values.ts'
import { SKUS_MAX, type SkuContent } from '#contract/catalog/goods-editing/content.ts'
import { type SkuColumn, skuColumns } from './sku-columns.ts'

type Rows = readonly DraftSku[]

/** The values of one attribute by which the SKUs are to differ. */
export interface Axis {
  attribute: CategoryAttribute
  values: readonly AttributeValue[]
}

/** One value of a SKU-making attribute from what was chosen or typed; undefined: the text is none. */
export function toAxisValue({ attributeId, kind }: CategoryAttribute, text: string): AttributeValue | undefined {
  const bare = text.trim()
  if (kind === 'choice') return { attributeId, choiceIds: [bare] }
  if (kind === 'boolean') return { attributeId, yes: bare === 'true' }
  if (kind === 'text') return bare === '' ? undefined : { attributeId, text: bare }
  return /^-?\d+(\.\d+)?$/.test(bare) ? { attributeId, number: Number(bare) } : undefined
}

/** The text of a value in the select of its attribute. */
export const fromAxisValue = ({ choiceIds, number, text, yes }: AttributeValue): string =>
  choiceIds ? (choiceIds[0] ?? '') : (number ?? text ?? yes ?? '').toString()

/** The values that the SKUs have by now, each once, in the order of the rows. */
export const axesOf = (attributes: readonly CategoryAttribute[], rows: Rows): Axis[] =>
  attributes
    .filter(({ makesSkus }) => makesSkus)
    .map((attribute) => {
      const of = rows
        .filter(({ sku }) => !sku.archived)
        .flatMap(({ sku }) => sku.choices.filter((one) => one.attributeId === attribute.attributeId))
      return { attribute, values: [...new Map(of.map((value) => [fromAxisValue(value), value])).values()] }
    })

const signOf = (choices: readonly AttributeValue[]): string =>
  choices
    .map((value) => `${value.attributeId} ${fromAxisValue(value)}`)
    .toSorted()
    .join()

/** Every combination of the values. An attribute without a value is left out. */
function combine(axes: readonly Axis[]): AttributeValue[][] {
  const used = axes.filter(({ values }) => values.length > 0)
  if (used.length === 0) return []
  return used.reduce<AttributeValue[][]>((sofar, { values }) => sofar.flatMap((one) => values.map((value) => [...one, value])), [[]])
}

/** The combinations that no row has. */
export function listMissing(axes: readonly Axis[], rows: Rows): AttributeValue[][] {
  const there = new Set(rows.map(({ sku }) => signOf(sku.choices)))
  return combine(axes).filter((choices) => !there.has(signOf(choices)))
}

/** Adds a row for each missing combination. Rows that are there stay, whatever was chosen. */
export const addMissing = (axes: readonly Axis[], rows: Rows): Rows =>
  [...rows, ...listMissing(axes, rows).map((choices) => createSku({ choices }))].slice(0, SKUS_MAX)

/** What distinguishes a SKU, for people: '22 mm · YG11C'. */
export function describeSku(attributes: readonly CategoryAttribute[], { choices, props }: SkuContent): string {
  const values = new Map(choices.map((value) => [value.attributeId, value]))
  const told = attributes.flatMap((attribute) => {
    const value = values.get(attribute.attributeId)
    return value ? [formatAttributeValue(attribute, value)] : []
  })
  return told.length > 0 ? told.join(' · ') : props.map(([, value]) => value).join(' · ')
}

/** The cells of a block that was copied from a spreadsheet; undefined: it is a single text. */
export function parseBlock(text: string): string[][] | undefined {
  const all = text.replaceAll('\r\n', '\n').split('\n')
  // A spreadsheet ends the last line, too.
  const lines = all.at(-1) === '' ? all.slice(0, -1) : all
  return lines.length === 1 && !lines[0]?.includes('\t') ? undefined : lines.map((line) => line.split('\t'))
}

interface Pasted {
  rows: Rows
  /** What was not taken, for people. */
  faults: string[]
}

/** Fills cells from a row and a column on. Rows beyond the last are added if `grow`. A cell that cannot be read keeps its value. */
export function pasteBlock(
  rows: Rows,
  block: readonly (readonly string[])[],
  { row, column, grow, columns = skuColumns }: { row: number; column: number; grow: boolean; columns?: readonly SkuColumn[] },
): Pasted {
  const faults: string[] = []
  const room = grow ? Math.min(SKUS_MAX, row + block.length) : rows.length
  const added = Array.from({ length: Math.max(0, room - rows.length) }, () => createSku())
  const next = [...rows, ...added].map((one, at) => {
    const cells = block[at - row]
    if (!cells) return one
    const fields = cells.map((text, offset) => {
      const target = columns[column + offset]
      const read = target?.read(text)
      if (target && !read) faults.push(`第 ${at + 1} 行${target.label}“${text}”：${target.fault}`)
      return read ?? {}
    })
    return { ...one, sku: Object.assign({}, one.sku, ...fields) as SkuContent }
  })
  const lost = row + block.length - room
  return { rows: next, faults: lost > 0 ? [...faults, `多出的 ${lost} 行没有对应的规格`] : faults }
}

/** Fills a whole column with one text; undefined: it cannot be read. Archived rows stay as they are. */
export function fillColumn(rows: Rows, { read }: SkuColumn, text: string): Rows | undefined {
  const fields = read(text)
  return fields && rows.map((row) => (row.sku.archived ? row : { ...row, sku: { ...row.sku, ...fields } }))
}
