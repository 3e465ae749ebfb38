import { normaliseHeading, removeHeadingBrackets } from '#contract/platform/spreadsheets/heading.ts'

/** What a list says of a row besides part number and quantity. A quotation asks with it; an order does not need it. '': not said. */
export interface QuickOrderRowDetails {
  name: string
  spec: string
  unit: string
  /** The hoped-for unit price as it is written. */
  wishedPrice: string
  note: string
}

export const NAME_HEADS = ['品名', '名称', '商品名称', '产品名称', '物料名称', '货物名称', '物资名称', 'name', 'description']

const HEADS: Readonly<Record<keyof QuickOrderRowDetails, readonly string[]>> = {
  name: NAME_HEADS,
  spec: ['规格型号', '规格', '型号', '商品规格', '产品规格', '图号', 'spec', 'specification', 'model'],
  unit: ['单位', '计量单位', 'unit', 'uom'],
  wishedPrice: ['期望单价', '期望价格', '期望价', '目标单价', '目标价格', '目标价', '意向单价', '意向价', 'targetprice', 'wishedprice'],
  note: ['备注', '说明', '要求', '技术要求', 'note', 'remark', 'remarks'],
}

/** Reads the further columns of a table by their headings. */
export function readRowDetails(
  headings: readonly string[],
  rows: readonly { cells: readonly string[]; rowNo: number }[],
): Map<number, QuickOrderRowDetails> {
  const heads = headings.map((cell) => removeHeadingBrackets(normaliseHeading(cell)))
  const places = (names: readonly string[]) => heads.flatMap((head, place) => (names.includes(head) ? [place] : []))
  const columns = Object.entries(HEADS).map(([field, names]) => [field, places(names)] as const)
  if (columns.every(([, found]) => found.length === 0)) return new Map()
  return new Map(
    rows.map(({ cells, rowNo }) => {
      const texts = columns.map(([field, found]) => [field, found.map((at) => cells[at] ?? '').find((cell) => cell !== '') ?? ''])
      return [rowNo, Object.fromEntries(texts) as QuickOrderRowDetails]
    }),
  )
}
