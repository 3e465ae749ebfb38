import { Link, useNavigate } from '@tanstack/react-router'
import { Button, Checkbox, Radio } from 'antd'
import { Download } from 'lucide-react'
import { useId, useState } from 'react'
import { SubcategorySelect } from '#console/catalog/goods-editing/selects.tsx'
import { SheetDropArea } from '#console/platform/components/forms/drop-area.tsx'
import { ImportError } from '#console/platform/components/import-error.tsx'
import { type Column, countColumn, customColumn, instantColumn } from '#console/platform/components/list/columns.tsx'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { Panel } from '#console/platform/components/panel.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { consoleGoodsImportEndpoints } from '#contract/catalog/goods-import/console-api.ts'
import { goodsImportLifecycle } from '#contract/catalog/goods-import/import-lifecycle.ts'
import {
  GOODS_IMPORT_ARCHIVE_BYTES_MAX,
  GOODS_IMPORT_ROWS_MAX,
  GOODS_IMPORT_SHEET_BYTES_MAX,
  type GoodsImport,
  type GoodsImportMode,
  goodsImportModes,
} from '#contract/catalog/goods-import/shapes.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { formatCount } from '#ui/format.ts'
import { saveFileToDisk } from '#ui/save-file.ts'
import { goodsImportApi } from './import-api.ts'
import { formatGoodsImportCounts, goodsImportTones } from './import-view.ts'
import './goods-import.css'

const MEGABYTE = 1024 * 1024

const columns: Column<GoodsImport>[] = [
  customColumn({
    title: '文件',
    value: ({ id, fileName }) => (
      <Link to="/goods_import" search={{ id }}>
        {fileName}
      </Link>
    ),
  }),
  customColumn({
    title: '状态',
    width: 92,
    value: ({ state }) => <Tag tone={goodsImportTones[state]}>{goodsImportLifecycle.states[state].label}</Tag>,
  }),
  customColumn({ title: '方式', width: 112, value: ({ mode }) => goodsImportModes[mode].label }),
  countColumn({ title: '行数', value: ({ rowCount }) => rowCount }),
  customColumn({ title: '结果', value: ({ counts }) => formatGoodsImportCounts(counts) }),
  customColumn({ title: '上传人', width: 96, value: ({ by }) => by }),
  instantColumn({ title: '上传时间', value: ({ createdAt }) => createdAt }),
]

/** 商品导入: a sheet is uploaded and tried. The result is reviewed and applied on its own screen. */
export function Page() {
  return (
    <ListPage
      title="商品导入"
      note="每行一个规格，商品编码相同的行为同一商品；图片列填文件名或图片编号。先试算核对，确认后才写入；没有变动的行不写入。记录保留 30 天。"
      above={
        <>
          <Upload />
          <Template />
        </>
      }
      queryKey={['goodsImport']}
      fields={{}}
      list={(paging, options) => goodsImportApi.list(paging, options)}
      columns={columns}
      rowKey={({ id }) => id}
      width={1000}
      empty="还没有导入过商品"
      next="下载模板填写，或导出商品修改后上传"
    />
  )
}

interface Chosen {
  file: File
  mode: GoodsImportMode
  clearEmpty: boolean
}

function Upload() {
  const { reason: whyNot } = usePermission(consoleGoodsImportEndpoints.try)
  const navigate = useNavigate()
  const [mode, setMode] = useState<GoodsImportMode>('both')
  const [clearEmpty, setClearEmpty] = useState(false)
  const tried = useApiMutation(
    ({ file, ...chosen }: Chosen) =>
      goodsImportApi.try(
        { fileName: file.name, mode: chosen.mode, ...(chosen.clearEmpty ? { clearEmpty: 'yes' as const } : {}) },
        { file },
      ),
    { invalidates: [['goodsImport']], afterSuccess: ({ id }) => navigate({ to: '/goods_import', search: { id } }) },
  )
  const { variables: chosen } = tried
  return (
    <>
      <Panel title="上传表格">
        <div className="goods-import-options">
          <Radio.Group
            aria-label="导入方式"
            value={mode}
            options={keysOf(goodsImportModes).map((value) => ({ value, label: goodsImportModes[value].label }))}
            onChange={({ target }) => setMode(target.value)}
          />
          <Checkbox checked={clearEmpty} onChange={({ target }) => setClearEmpty(target.checked)}>
            空单元格清空原有内容（不勾选则保持不变）
          </Checkbox>
        </div>
        <SheetDropArea
          what="商品表格"
          limits={`XLSX、CSV（UTF-8、GBK），最大 ${GOODS_IMPORT_SHEET_BYTES_MAX / MEGABYTE}MB、${formatCount(GOODS_IMPORT_ROWS_MAX)} 行；或 ZIP：一个表格和它的图片、PDF，最大 ${GOODS_IMPORT_ARCHIVE_BYTES_MAX / MEGABYTE}MB`}
          also=",.zip,application/zip"
          whyNot={whyNot}
          busy={tried.isPending}
          take={(file) => tried.mutate({ file, mode, clearEmpty })}
        />
      </Panel>
      {tried.isError && (
        <ImportError
          title="没有上传"
          error={tried.error}
          again={chosen && (() => tried.mutate(chosen))}
          anew={chosen && (() => tried.mutate(chosen))}
        />
      )}
    </>
  )
}

/** The template of a category: its attributes are columns. */
function Template() {
  const id = useId()
  const [category, setCategory] = useState<string>()
  const downloadTemplate = useApiMutation(goodsImportApi.template, { onSuccess: saveFileToDisk })
  return (
    <Panel title="下载模板">
      <div className="goods-import-options">
        <label htmlFor={id}>分类</label>
        <span className="goods-import-category">
          <SubcategorySelect id={id} value={category} change={setCategory} placeholder="请选择" />
        </span>
        <Button
          icon={<Download size={14} aria-hidden />}
          disabled={category === undefined}
          loading={downloadTemplate.isPending}
          onClick={() => downloadTemplate.mutate({ categoryId: Number(category) })}
        >
          下载模板
        </Button>
      </div>
    </Panel>
  )
}
