import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { useConfirmUnusualPrices } from '#console/catalog/pricing/unusual-prices.tsx'
import { useConfirm } from '#console/platform/components/forms/use-confirm.tsx'
import { ChoiceTabs } from '#console/platform/components/list/choice-tabs.tsx'
import { type Column, customColumn, EMPTY_CELL, proseColumn } from '#console/platform/components/list/columns.tsx'
import { ExportMenu } from '#console/platform/components/list/export-menu.tsx'
import { PagedListPanel } from '#console/platform/components/list/paged-panel.tsx'
import { usePanelChoice } from '#console/platform/components/list/use-list.ts'
import { PageHead, Panel } from '#console/platform/components/panel.tsx'
import { createRecordPage } from '#console/platform/components/record-page.tsx'
import { QueryPage } from '#console/platform/components/states.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { ServerWorkProgress } from '#console/platform/components/work-progress.tsx'
import { goodsImportLifecycle } from '#contract/catalog/goods-import/import-lifecycle.ts'
import {
  type GoodsImport,
  type GoodsImportRow,
  type GoodsImportRowResult,
  goodsImportModes,
  goodsImportRowResults,
} from '#contract/catalog/goods-import/shapes.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { formatCount, formatShanghaiTimeToMinute } from '#ui/format.ts'
import { goodsImportApi, goodsImportQuery } from './import-api.ts'
import {
  countRowsToApply,
  formatGoodsImportCounts,
  formatGoodsImportRowReasons,
  goodsImportRowTones,
  goodsImportTones,
  isGoodsImportRunning,
} from './import-view.ts'
import './goods-import.css'

const TITLE = '导入结果'
const invalidates = [['goodsImport'], ['consoleGoods'], ['sku']]

function Import({ id }: { id: string }) {
  const found = useQuery(goodsImportQuery(id))
  return (
    <QueryPage title={TITLE} from={found}>
      {(job) => (
        <>
          <Head job={job} />
          {isGoodsImportRunning(job) && <Moving job={job} />}
          <Rows key={job.state} job={job} />
        </>
      )}
    </QueryPage>
  )
}

function Head({ job }: { job: GoodsImport }) {
  const { fileName, state, mode, clearEmpty, by, createdAt, counts } = job
  return (
    <PageHead
      title={
        <>
          {fileName}
          <span className="tags">
            <Tag tone={goodsImportTones[state]}>{goodsImportLifecycle.states[state].label}</Tag>
          </span>
        </>
      }
      note={
        <>
          {by} 上传于 <span className="num">{formatShanghaiTimeToMinute(createdAt)}</span> · {goodsImportModes[mode].label}
          {clearEmpty && ' · 空单元格清空原有内容'} · {formatGoodsImportCounts(counts)}
        </>
      }
      actions={<Actions job={job} />}
    />
  )
}

function Actions({ job }: { job: GoodsImport }) {
  const { id, state, seen, counts } = job
  const confirm = useConfirm()
  const confirmPrices = useConfirmUnusualPrices()
  const due = countRowsToApply(job)
  const stop = useApiMutation(goodsImportApi.stop, { invalidates, successMessage: '已停止' })
  const apply = useApiMutation(goodsImportApi.apply, {
    invalidates,
    confirmRefusal: (refusal, input): boolean =>
      confirmPrices(refusal, {
        title: `${formatCount(counts.questions)} 行价格变动较大或低于成本，确认导入？`,
        okText: '确认导入',
        stay: '返回核对',
        note: ({ changes, percentMax }) => (
          <p>
            共 {formatCount(counts.questions)} 行，在“价格待确认”里逐行查看。
            {changes.length > 0 && `变动超过设置的 ${percentMax}%，请核对是否多写或少写了位数。`}
          </p>
        ),
        run: () => apply.mutateAsync({ ...input, confirmed: true }),
      }),
  })
  const confirmStop = () =>
    confirm({
      title: '停止导入？',
      content: '已导入的商品保留，其余的不再导入。不能撤销，需要时重新上传。',
      okText: '停止',
      grave: true,
      run: () => stop.mutateAsync({ id }),
    })
  return (
    <>
      <ExportMenu fields={{}} what="结果" ask={({ format }) => goodsImportApi.result({ id, format })} />
      {!goodsImportLifecycle.states[state].final && (
        <Button loading={stop.isPending} onClick={confirmStop}>
          停止
        </Button>
      )}
      {state === 'tried' && (
        <Button type="primary" loading={apply.isPending} disabled={due === 0} onClick={() => apply.mutate({ id, seen: seen ?? '' })}>
          {due === 0 ? '没有可导入的商品' : `导入 ${formatCount(due)} 行`}
        </Button>
      )}
    </>
  )
}

function Moving({ job: { state, doneCount, rowCount, files } }: { job: GoodsImport }) {
  const unpacking = files !== null && files.done < files.total
  const doing = goodsImportLifecycle.states[state].label
  return (
    <Panel title={doing}>
      <ServerWorkProgress
        label={doing}
        done={unpacking ? files.done : doneCount}
        of={unpacking ? files.total : rowCount}
        text={
          unpacking
            ? `图片和文件 ${formatCount(files.done)} / ${formatCount(files.total)}`
            : `${formatCount(doneCount)} / ${formatCount(rowCount)} 行`
        }
        note="可以离开本页，服务器会继续处理"
      />
    </Panel>
  )
}

const columns: Column<GoodsImportRow>[] = [
  customColumn({ title: '行', width: 84, value: ({ row }) => <span className="num">第 {formatCount(row)} 行</span> }),
  customColumn({
    title: '结果',
    width: 128,
    value: ({ result, applied, questions }) =>
      result === null ? (
        EMPTY_CELL
      ) : (
        <span className="tags">
          <Tag tone={goodsImportRowTones[result]}>{goodsImportRowResults[result].label}</Tag>
          {applied && <Tag tone="good">已导入</Tag>}
          {questions && !applied && <Tag tone="wait">价格待确认</Tag>}
        </span>
      ),
  }),
  customColumn({ title: '商品编码', width: 180, value: ({ goodsCode }) => <span className="num">{goodsCode || EMPTY_CELL}</span> }),
  customColumn({ title: '规格编码', width: 180, value: ({ skuCode }) => <span className="num">{skuCode || EMPTY_CELL}</span> }),
  proseColumn({
    title: '原因',
    value: (row) => {
      const reasons = formatGoodsImportRowReasons(row)
      return reasons.length === 0 ? (
        EMPTY_CELL
      ) : (
        <ul className="goods-import-reasons">
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )
    },
  }),
]

type Narrowed = GoodsImportRowResult | 'questions'

function Rows({ job: { id, state, doneCount, counts, rowCount } }: { job: GoodsImport }) {
  const results = keysOf(goodsImportRowResults).map((value) => ({ value, label: goodsImportRowResults[value].label, count: counts[value] }))
  const choices = [...results, { value: 'questions' as const, label: '价格待确认', count: counts.questions }].filter(
    ({ count }) => count > 0,
  )
  const values = choices.map(({ value }): Narrowed => value)
  const [shown, setShown] = usePanelChoice('rows', 'result', { values, usual: counts.refused > 0 ? 'refused' : undefined })
  return (
    <PagedListPanel
      name="rows"
      title="逐行结果"
      above={<ChoiceTabs label="结果" none="全部" total={rowCount} choices={choices} value={shown} change={setShown} />}
      queryKey={['goodsImport', 'rows', id, shown ?? 'all', state, doneCount]}
      load={(paging, options) =>
        goodsImportApi.rows({ id, ...paging, ...(shown === 'questions' ? { questions: true } : shown ? { result: shown } : {}) }, options)
      }
      columns={columns}
      rowKey={({ row }) => String(row)}
      width={1000}
      empty="没有这样的行"
    />
  )
}

/** One import: its progress, the result of each row, and the button to apply it. */
export const Page = createRecordPage(
  { title: TITLE, by: ['id'], what: '导入记录', choose: <Link to="/goods_imports">到商品导入选择</Link> },
  Import,
)
