import { BIN_FILE_BYTES_MAX, binFileRowResults } from '#contract/catalog/inventory/api.ts'
import { formatCount } from '#ui/format.ts'
import { RowImportButton } from './row-import-button.tsx'
import { stockApi } from './skus-api.ts'

const MEGABYTE = 1024 * 1024
const MEGABYTES_MAX = BIN_FILE_BYTES_MAX / MEGABYTE

/** 导入货位: imports a file of bins and shows the result of each row. */
export const ImportSkuBinsButton = () => (
  <RowImportButton
    label="导入货位"
    failure="没有登记货位"
    hint={`CSV 或 XLSX，含“规格编码”“货位”两列，其他仓库的另加“仓库”列，最大 ${MEGABYTES_MAX}MB`}
    resultTitle="货位登记结果"
    results={{
      changed: { label: binFileRowResults.changed.label, tone: 'good' },
      unchanged: { label: binFileRowResults.unchanged.label, tone: 'over' },
      refused: { label: binFileRowResults.refused.label, tone: 'bad' },
    }}
    upload={(file) => stockApi.importBins({ fileName: file.name }, { file })}
    summary={(data) => (
      <>
        {data.fileName}：登记 <b className="num">{formatCount(data.changed)}</b> 行，有误 <b className="num">{formatCount(data.refused)}</b>{' '}
        行
      </>
    )}
  />
)
