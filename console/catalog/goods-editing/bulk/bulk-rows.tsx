import { FoldableList } from '#console/platform/components/folded-list.tsx'
import { ChoiceTabs } from '#console/platform/components/list/choice-tabs.tsx'
import { type Column, customColumn, EMPTY_CELL, proseColumn } from '#console/platform/components/list/columns.tsx'
import { PagedListPanel } from '#console/platform/components/list/paged-panel.tsx'
import { usePanelChoice } from '#console/platform/components/list/use-list.ts'
import { Tag, type TagTone } from '#console/platform/components/tag.tsx'
import {
  type GoodsBulkEdit,
  type GoodsBulkEditResult,
  type GoodsBulkEditRow,
  goodsBulkEditResults,
} from '#contract/catalog/goods-bulk/shapes.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { goodsBulkEditApi } from './bulk-api.ts'

const tones: Record<GoodsBulkEditResult, TagTone> = { changed: 'good', same: 'over', refused: 'bad', kept: 'wait' }

/** The number of lines that are shown at first, because goods can have hundreds of SKUs. */
const LINES = 8

const columns: Column<GoodsBulkEditRow>[] = [
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
          <Tag tone={tones[result]}>{goodsBulkEditResults[result].label}</Tag>
          {applied && !undone && result === 'changed' && <Tag tone="good">已修改</Tag>}
          {undone && <Tag tone="over">已撤销</Tag>}
          {questions && !applied && <Tag tone="wait">价格待确认</Tag>}
        </span>
      ),
  }),
  proseColumn({
    title: '原值 → 新值，或原因',
    value: ({ differences, reason }) => (
      <FoldableList
        className="goods-bulk-lines"
        items={[...(reason === '' ? [] : reason.split('\n')), ...differences]}
        shown={LINES}
        render={(line) =>
          typeof line === 'string' ? (
            <li key={line}>{line}</li>
          ) : (
            <li key={line.path}>
              {line.label}：<del>{line.from}</del> → <ins>{line.to}</ins>
            </li>
          )
        }
      />
    ),
  }),
]

type Narrowed = GoodsBulkEditResult | 'questions'

/** The result of each product. */
export function GoodsBulkEditResultRows({ job: { id, state, doneCount, counts, goodsCount } }: { job: GoodsBulkEdit }) {
  const results = keysOf(goodsBulkEditResults).map((value) => ({ value, label: goodsBulkEditResults[value].label, count: counts[value] }))
  const choices = [...results, { value: 'questions' as const, label: '价格待确认', count: counts.questions }].filter(
    ({ count }) => count > 0,
  )
  const [shown, setShown] = usePanelChoice('rows', 'result', { values: choices.map(({ value }): Narrowed => value) })
  return (
    <PagedListPanel
      name="rows"
      title="逐个结果"
      above={<ChoiceTabs label="结果" none="全部" total={goodsCount} choices={choices} value={shown} change={setShown} />}
      queryKey={['goodsBulk', 'rows', id, shown ?? 'all', state, doneCount]}
      load={(paging, options) =>
        goodsBulkEditApi.rows({ id, ...paging, ...(shown === 'questions' ? { questions: true } : shown ? { result: shown } : {}) }, options)
      }
      columns={columns}
      rowKey={({ row }) => String(row)}
      width={640}
      empty="没有这样的商品"
    />
  )
}
