import { binFileRowResults, GOODS_RECEIPT_FILE_BYTES_MAX, goodsReceiptFileRowResults } from '#contract/catalog/inventory/api.ts'
import { formatCount } from '#ui/format.ts'
import { RowImportButton } from './row-import-button.tsx'
import { stockApi } from './skus-api.ts'

const MEGABYTE = 1024 * 1024
const MEGABYTES_MAX = GOODS_RECEIPT_FILE_BYTES_MAX / MEGABYTE

/** 导入入库单: imports a receipts file and shows the result of each row. */
export const ImportGoodsReceiptsButton = () => (
  <RowImportButton
    label="导入入库单"
    failure="没有入库"
    hint={`CSV 或 XLSX，含“商品编码”“数量”两列，最大 ${MEGABYTES_MAX}MB`}
    resultTitle="入库结果"
    results={{
      added: { label: goodsReceiptFileRowResults.added.label, tone: 'good' },
      refused: { label: goodsReceiptFileRowResults.refused.label, tone: 'bad' },
    }}
    upload={(attempt, file) => attempt.upload(stockApi.importReceipts, { fileName: file.name }, file)}
    summary={(data) => (
      <>
        {data.fileName}：入库 <b className="num">{formatCount(data.added)}</b> 行共 <b className="num">{formatCount(data.units)}</b>{' '}
        件，有误 <b className="num">{formatCount(data.refused)}</b> 行
      </>
    )}
  />
)

/** 导入货位: imports a file of bins and shows the result of each row. */
export const ImportSkuBinsButton = () => (
  <RowImportButton
    label="导入货位"
    failure="没有登记货位"
    hint={`CSV 或 XLSX，含“规格编码”“货位”两列，最大 ${MEGABYTES_MAX}MB`}
    resultTitle="货位登记结果"
    results={{
      changed: { label: binFileRowResults.changed.label, tone: 'good' },
      unchanged: { label: binFileRowResults.unchanged.label, tone: 'over' },
      refused: { label: binFileRowResults.refused.label, tone: 'bad' },
    }}
    upload={(attempt, file) => attempt.upload(stockApi.importBins, { fileName: file.name }, file)}
    summary={(data) => (
      <>
        {data.fileName}：登记 <b className="num">{formatCount(data.changed)}</b> 行，有误 <b className="num">{formatCount(data.refused)}</b>{' '}
        行
      </>
    )}
  />
)
