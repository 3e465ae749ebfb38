import { formatSignedUnits } from '#console/catalog/goods/sku-view.ts'
import { ChoiceTabs } from '#console/platform/components/list/choice-tabs.tsx'
import {
  type Column,
  customColumn,
  EMPTY_CELL,
  instantColumn,
  moneyColumn,
  numberColumn,
  skuColumn,
} from '#console/platform/components/list/columns.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import { PagedListPanel } from '#console/platform/components/list/paged-panel.tsx'
import { usePanelChoice, usePanelText } from '#console/platform/components/list/use-list.ts'
import { PanelSearch } from '#console/platform/components/panel-search.tsx'
import { type StockCount, type StockCountLine, stockCountParts } from '#contract/catalog/stock-counts/shapes.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { formatCount } from '#ui/format.ts'
import { stockCountApi } from './stock-counts-api.ts'

const formatUnits = (units: number | null): string => (units === null ? EMPTY_CELL : formatCount(units))

const columns: Column<StockCountLine>[] = [
  skuColumn,
  customColumn({ title: '货位', width: 104, value: ({ bin }) => <span className="num">{bin || EMPTY_CELL}</span> }),
  numberColumn({ title: '开单账面', value: ({ booked }) => formatUnits(booked) }),
  numberColumn({ title: '录入账面', value: ({ countedBooked }) => formatUnits(countedBooked) }),
  numberColumn({ title: '实盘', value: ({ counted, unit }) => (counted === null ? EMPTY_CELL : `${formatCount(counted)} ${unit}`) }),
  numberColumn({
    title: '差异',
    value: ({ difference }) =>
      difference === null ? (
        EMPTY_CELL
      ) : (
        <b className={difference > 0 ? 'count-more' : difference < 0 ? 'count-less' : undefined}>{formatSignedUnits(difference)}</b>
      ),
  }),
  numberColumn({ title: '录入后变动', width: 104, value: ({ moved }) => (moved === null ? EMPTY_CELL : formatSignedUnits(moved)) }),
]
const valueColumn: Column<StockCountLine> = moneyColumn({ title: '差异金额', value: ({ value }) => value })
const authorColumns: Column<StockCountLine>[] = [
  customColumn({ title: '盘点人', width: 104, value: ({ countedBy }) => countedBy || EMPTY_CELL }),
  instantColumn({ title: '录入时间', value: ({ countedAt }) => countedAt }),
]

const tabs = keysOf(stockCountParts).map((value) => ({ value, label: stockCountParts[value].label }))

/** The lines of a sheet, of which the address names a part. A posted sheet and one that waits show what differs first. */
export function StockCountLines({ count: { id, state }, seesCosts }: { count: StockCount; seesCosts: boolean }) {
  const [part, choose] = usePanelChoice('lines', 'part', { values: keysOf(stockCountParts) })
  const [keyword, setKeyword] = usePanelText('lines', 'keyword')
  const narrowed = { id, ...(part && { part }), ...(keyword !== '' && { keyword }) }
  return (
    <PagedListPanel
      name="lines"
      title={state === 'OPEN' ? '商品' : '差异明细'}
      queryKey={['stock-count', 'lines', id, part, keyword]}
      load={(paging) => stockCountApi.lines({ ...paging, ...narrowed })}
      keep={(input) => exportApi.stockCountLines({ ...input, ...narrowed })}
      above={
        <div className="panel-filters">
          <ChoiceTabs label="范围" choices={tabs} none="全部" value={part} change={choose} />
          <PanelSearch label="搜索商品" placeholder="商品名称或编码" text={keyword} search={setKeyword} />
        </div>
      }
      columns={[...columns, ...(seesCosts ? [valueColumn] : []), ...authorColumns]}
      rowKey={({ lineNo }) => String(lineNo)}
      width={seesCosts ? 1_180 : 1_060}
      empty="这个范围内没有商品"
    />
  )
}
