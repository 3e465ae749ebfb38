import type { TagTone } from '#console/platform/components/tag.tsx'
import type { GoodsImportState } from '#contract/catalog/goods-import/import-lifecycle.ts'
import type { GoodsImport, GoodsImportRow, GoodsImportRowResult } from '#contract/catalog/goods-import/shapes.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { formatCount } from '#ui/format.ts'

export const goodsImportTones: Record<GoodsImportState, TagTone> = {
  trying: 'way',
  tried: 'wait',
  applying: 'way',
  done: 'good',
  stopped: 'over',
}
export const goodsImportRowTones: Record<GoodsImportRowResult, TagTone> = {
  added: 'good',
  changed: 'good',
  same: 'over',
  skipped: 'over',
  refused: 'bad',
}

/** Whether the server is working on it. */
export const isGoodsImportRunning = ({ state }: Pick<GoodsImport, 'state'>): boolean => state === 'trying' || state === 'applying'

/** How many rows an import would write, or still has to write. */
export const countRowsToApply = ({ counts: { added, changed, applied } }: Pick<GoodsImport, 'counts'>): number => added + changed - applied

/** '新增 3 行，修改 2 行，有误 1 行': results without rows are left out. */
export function formatGoodsImportCounts({ added, changed, same, skipped, refused, applied }: GoodsImport['counts']): string {
  const parts: [string, number][] = [
    ['新增', added],
    ['修改', changed],
    ['不变', same],
    ['跳过', skipped],
    ['有误', refused],
    ['已导入', applied],
  ]
  const shown = parts.filter(([, count]) => count > 0).map(([name, count]) => `${name} ${formatCount(count)} 行`)
  return shown.join('，') || '—'
}

/** The problems of a row with suggestions, and the prices that must be confirmed, as sentences. */
export const formatGoodsImportRowReasons = ({ faults, questions }: Pick<GoodsImportRow, 'faults' | 'questions'>): string[] => [
  ...faults.map(({ column, value, reason, suggestion }) =>
    [
      column === '' ? reason : `${column}${value === '' ? '' : `“${value}”`}：${reason}`,
      suggestion === '' ? '' : `，是否为“${suggestion}”`,
    ].join(''),
  ),
  ...(questions?.changes ?? []).map(
    ({ price, was, is, percent }) =>
      `${price === 'sale' ? '现金价' : '赊销价'} ${formatMoney(was)} → ${formatMoney(is)}（${percent > 0 ? '+' : ''}${formatCount(percent)}%）`,
  ),
  ...(questions?.belowCost ?? []).map(({ salePrice, costPrice }) => `现金价 ${formatMoney(salePrice)} 低于成本 ${formatMoney(costPrice)}`),
]
