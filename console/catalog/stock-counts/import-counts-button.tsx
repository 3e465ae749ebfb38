import { RowImportButton } from '#console/catalog/goods/row-import-button.tsx'
import { countRowResults, STOCK_COUNT_BYTES_MAX } from '#contract/catalog/stock-counts/shapes.ts'
import { formatCount } from '#ui/format.ts'
import { invalidatedByStockCount, stockCountApi } from './stock-counts-api.ts'

const MEGABYTE = 1024 * 1024

/** 导入实盘: imports a file with counted units and shows the result of each row. */
export const ImportCountsButton = ({ id }: { id: string }) => (
  <RowImportButton
    label="导入实盘"
    failure="没有录入"
    hint={`CSV 或 XLSX，含“商品编码”“实盘数量”两列，最大 ${STOCK_COUNT_BYTES_MAX / MEGABYTE}MB；差异按导入时的账面计算`}
    resultTitle="录入结果"
    results={{
      recorded: { label: countRowResults.recorded.label, tone: 'good' },
      unchanged: { label: countRowResults.unchanged.label, tone: 'over' },
      refused: { label: countRowResults.refused.label, tone: 'bad' },
    }}
    upload={(file) => stockCountApi.importCounts({ id, fileName: file.name }, { file })}
    summary={(data) => (
      <>
        {data.fileName}：录入 <b className="num">{formatCount(data.recorded)}</b> 行，有误{' '}
        <b className="num">{formatCount(data.refused)}</b> 行
      </>
    )}
    invalidates={invalidatedByStockCount}
  />
)
