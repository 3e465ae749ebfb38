import { useState } from 'react'
import { ChoiceTabs } from '#console/platform/components/list/choice-tabs.tsx'
import { type Column, customColumn, EMPTY_CELL, proseColumn } from '#console/platform/components/list/columns.tsx'
import { PagedPanel } from '#console/platform/components/list/paged-panel.tsx'
import { Tag, type TagTone } from '#console/platform/components/tag.tsx'
import { type GoodsBulkEdit, type GoodsBulkResult, type GoodsBulkRow, goodsBulkResults } from '#contract/catalog/goods-bulk/shapes.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { goodsBulkApi } from './bulk-api.ts'

const tones: Record<GoodsBulkResult, TagTone> = { changed: 'good', same: 'over', refused: 'bad', kept: 'wait' }

/** The number of lines that are shown; the rest are only counted, because goods can have hundreds of SKUs. */
const LINES = 8

const columns: Column<GoodsBulkRow>[] = [
  customColumn({
    title: '商品',
    width: 200,
    value: ({ name, code }) => (
      <div className="two-lines">
        <span>{name || EMPTY_CELL}</span>
        <small className="num">{code}</small>
      </div>
    ),
  }),
  customColumn({
    title: '结果',
    width: 120,
    value: ({ result, applied, undone, questions }) =>
      result === null ? (
        EMPTY_CELL
      ) : (
        <span className="tags">
          <Tag tone={tones[result]}>{goodsBulkResults[result].label}</Tag>
          {applied && !undone && result === 'changed' && <Tag tone="good">已修改</Tag>}
          {undone && <Tag tone="over">已撤销</Tag>}
          {questions && !applied && <Tag tone="wait">价格待确认</Tag>}
        </span>
      ),
  }),
  proseColumn({
    title: '原值 → 新值，或原因',
    value: ({ differences, reason }) => (
      <ul className="goods-bulk-lines">
        {reason !== '' && <li>{reason}</li>}
        {differences.slice(0, LINES).map(({ path, label, from, to }) => (
          <li key={path}>
            {label}：<del>{from}</del> → <ins>{to}</ins>
          </li>
        ))}
        {differences.length > LINES && <li className="mute">还有 {differences.length - LINES} 处</li>}
        {reason === '' && differences.length === 0 && <li>{EMPTY_CELL}</li>}
      </ul>
    ),
  }),
]

type Narrowed = GoodsBulkResult | 'questions'

/** The result of each product. */
export function GoodsBulkResultRows({ job: { id, state, doneCount, counts, goodsCount } }: { job: GoodsBulkEdit }) {
  const [shown, setShown] = useState<Narrowed>()
  const results = keysOf(goodsBulkResults).map((value) => ({ value, label: goodsBulkResults[value].label, count: counts[value] }))
  const choices = [...results, { value: 'questions' as const, label: '价格待确认', count: counts.questions }].filter(
    ({ count }) => count > 0,
  )
  return (
    <PagedPanel
      key={shown ?? 'all'}
      title="逐个结果"
      above={<ChoiceTabs label="结果" none="全部" total={goodsCount} choices={choices} value={shown} change={setShown} />}
      queryKey={['goodsBulk', 'rows', id, shown ?? 'all', state, doneCount]}
      load={(paging, options) =>
        goodsBulkApi.rows({ id, ...paging, ...(shown === 'questions' ? { questions: true } : shown ? { result: shown } : {}) }, options)
      }
      columns={columns}
      rowKey={({ row }) => String(row)}
      width={640}
      empty="没有这样的商品"
    />
  )
}
