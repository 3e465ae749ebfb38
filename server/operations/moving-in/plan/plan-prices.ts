import type { MovingInFault } from '#contract/operations/moving-in/shapes.ts'
import { stripNumberWrappersFromCellText } from '#server/adapters/spreadsheets/public.ts'
import { parsePriceCells } from '#server/catalog/price-lists/public.ts'
import type { MovingInSheetRow } from '#server/operations/moving-in/sheets/read-workbook.ts'
import { createRowCellReader } from './cells.ts'
import type { PlannedPriceList } from './company-plan.ts'
import type { MovingInExistingData } from './facts.ts'

const PRICES_MAX = 5_000
type Price = PlannedPriceList['prices'][number] & { row: MovingInSheetRow }
type Period = Pick<PlannedPriceList, 'fromDay' | 'untilDay'>

function planPrice(row: MovingInSheetRow, { sku, today }: MovingInExistingData, faults: MovingInFault[]): (Price & Period) | undefined {
  const cells = createRowCellReader('prices', row, faults)
  const columns = { code: 'sku', from: 'from', sale: 'sale', credit: 'credit' } as const
  const texts = Object.values(columns).map((column) => cells.raw(column))
  const [fromDay, untilDay] = [cells.day('fromDay'), cells.day('untilDay')]
  if (texts.includes(undefined) || fromDay === undefined || untilDay === undefined) return undefined
  const cell = (column: keyof typeof columns) => stripNumberWrappersFromCellText(row.cells[columns[column]] ?? '')
  const code = cell('code')
  const parsed = parsePriceCells(cell, code)
  if ('fault' in parsed) return cells.fault(undefined, parsed.fault)
  const { from, salePriceFen, creditPriceFen } = parsed.input
  if (salePriceFen === null) return cells.fault('sale', '迁入不能删除价格，请填写现金价')
  const named = sku(code)
  if (!named) return cells.fault('sku', `没有编码为“${code}”的规格`)
  if (named.ofOthers) return cells.fault('sku', `规格 ${named.code} 不在您负责的店铺`)
  if (untilDay !== null && untilDay < (fromDay ?? today)) return cells.fault('untilDay', '失效日不能早于生效日')
  if (untilDay !== null && untilDay < today) return cells.fault('untilDay', '失效日已过，不必迁入')
  return { row, skuId: named.id, from, salePriceFen, creditPriceFen: creditPriceFen ?? null, fromDay, untilDay }
}

/** A larger quantity must have a lower price, and each quantity occurs once, as in the price form of staff. */
function checkSteps(prices: readonly Price[], faults: MovingInFault[]): void {
  for (const steps of Map.groupBy(prices, ({ skuId }) => skuId).values()) {
    const sorted = steps.toSorted((one, other) => one.from - other.from)
    for (const [at, { row, from, salePriceFen }] of sorted.entries()) {
      const before = sorted[at - 1]
      if (!before) continue
      const cells = createRowCellReader('prices', row, faults)
      if (before.from === from) cells.fault('sku', `与第 ${before.row.row} 行的规格和起订数量重复`)
      else if (salePriceFen >= before.salePriceFen)
        cells.fault('sale', `数量越大价格应越低，第 ${before.row.row} 行满 ${before.from} 的价格不高于它`)
    }
  }
}

/** Plans the prices that were agreed with a company: one list for each period. */
export function planPriceListsFromRows(
  rows: readonly MovingInSheetRow[],
  facts: MovingInExistingData,
  faults: MovingInFault[],
): PlannedPriceList[] {
  const over = rows[PRICES_MAX]
  if (over) createRowCellReader('prices', over, faults).fault(undefined, `一家企业最多 ${PRICES_MAX} 行价格`)
  const planned = rows.slice(0, PRICES_MAX).flatMap((row) => planPrice(row, facts, faults) ?? [])
  const lists = Map.groupBy(planned, ({ fromDay, untilDay }) => `${fromDay ?? ''} ${untilDay ?? ''}`)
  return [...lists.values()].flatMap((prices) => {
    checkSteps(prices, faults)
    const [first] = prices
    if (!first) return []
    const { fromDay, untilDay } = first
    return [{ fromDay, untilDay, prices: prices.map(({ row: _, fromDay: __, untilDay: ___, ...price }) => price) }]
  })
}
