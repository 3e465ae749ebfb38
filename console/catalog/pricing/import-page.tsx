import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { Button } from 'antd'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { SheetDropArea } from '#console/platform/components/forms/drop-area.tsx'
import { ImportError } from '#console/platform/components/import-error.tsx'
import { ChoiceTabs } from '#console/platform/components/list/choice-tabs.tsx'
import { type Column, customColumn, EMPTY_CELL, numberColumn } from '#console/platform/components/list/columns.tsx'
import { PagedDataTable } from '#console/platform/components/list/data-table.tsx'
import { PageHead, Panel } from '#console/platform/components/panel.tsx'
import { ErrorState, SkeletonBars } from '#console/platform/components/states.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { consolePriceEndpoints, PRICE_FILE_BYTES_MAX, PRICE_FILE_ROWS_MAX } from '#contract/catalog/pricing/console-api.ts'
import { type PriceFileRowResult, priceFileRowResults } from '#contract/catalog/pricing/console-shapes.ts'
import { Refusal } from '#contract/platform/core/refusal.ts'
import { formatCount } from '#ui/format.ts'
import { ExportPricesButton } from './price-export.tsx'
import { priceChangeColumns, priceRowResultTones, UNKNOWN_PRICE_LIST_NAME } from './price-view.ts'
import { invalidatedByPrice, priceApi, priceListQuery } from './prices-api.ts'
import { isPriceConfirmationRefusal, usePriceMutationWithConfirmation } from './unusual-prices.tsx'

type Trial = z.output<typeof consolePriceEndpoints.import.output>
/** A file that will be applied exactly as its trial has shown. `confirmed`: including large changes. */
interface Meant {
  chosen: File
  seen: string
  confirmed?: 'yes'
}
const MEGABYTE = 1024 * 1024
const PAGE = 50
const KINDS = ['refused', 'changed', 'added', 'removed', 'same'] as const

/** 导入价格: a file is tried first, row by row. Only the result that was shown can be applied. */
export function Page() {
  const { listId } = useSearch({ strict: false })
  const whose = listId === undefined ? {} : { listId }
  const list = useQuery({ ...priceListQuery(listId ?? ''), enabled: listId !== undefined })
  const { reason: whyNot } = usePermission(consolePriceEndpoints.import)
  const [file, setFile] = useState<File>()
  const tried = useApiMutation((chosen: File) => priceApi.import({ fileName: chosen.name, ...whose }, { file: chosen }))
  const meant = usePriceMutationWithConfirmation(
    ({ chosen, ...meaning }: Meant) => priceApi.import({ fileName: chosen.name, ...whose, ...meaning }, { file: chosen }),
    { invalidates: invalidatedByPrice, successMessage: '价格已更新', again: (input) => ({ ...input, confirmed: 'yes' as const }) },
  )
  const { variables: request } = meant
  const asks = meant.error instanceof Refusal && isPriceConfirmationRefusal(meant.error)
  const take = (chosen: File) => {
    setFile(chosen)
    meant.reset()
    tried.mutate(chosen)
  }
  const shown = meant.data ?? tried.data
  return (
    <>
      <PageHead
        title={`导入价格：${listId === undefined ? '全站' : (list.data?.name ?? (list.error ? UNKNOWN_PRICE_LIST_NAME : '…'))}`}
        note="列：规格编码、起订数量、现金价、赊销价。先试算核对，确认后才生效；没有变动的行不写入。"
        actions={<ExportPricesButton {...whose} />}
      />
      <Panel title="选择文件">
        <SheetDropArea
          what="价格表"
          limits={`导出的表格，CSV（UTF-8、GBK）或 XLSX，最大 ${PRICE_FILE_BYTES_MAX / MEGABYTE}MB、${formatCount(PRICE_FILE_ROWS_MAX)} 行`}
          whyNot={whyNot}
          busy={tried.isPending || meant.isPending}
          take={take}
        />
      </Panel>
      {tried.isPending && (
        <Panel title="正在试算">
          <SkeletonBars count={4} height={36} />
        </Panel>
      )}
      {meant.isError && !asks && (
        <ImportError
          title="没有生效"
          error={meant.error}
          again={request && (() => meant.mutate(request))}
          anew={file && (() => take(file))}
        />
      )}
      {tried.isError && (
        <Panel title="没有导入">
          <ErrorState error={tried.error} />
        </Panel>
      )}
      {shown && file && (!meant.isError || asks) && (
        <Result
          key={`${shown.seen} ${shown.applied}`}
          trial={shown}
          fileName={file.name}
          busy={meant.isPending}
          confirm={() => meant.mutate({ chosen: file, seen: shown.seen })}
        />
      )}
    </>
  )
}

/** The name of a row's result; a change that was applied is 已生效. */
const resultLabel = (result: PriceFileRowResult['result'], applied: boolean): string =>
  applied && result === 'changed' ? '已生效' : priceFileRowResults[result].label

const getColumns = (applied: boolean): Column<PriceFileRowResult>[] => [
  customColumn({ title: '行', width: 80, value: ({ row }) => <span className="num">第 {row} 行</span> }),
  customColumn({
    title: '结果',
    width: 76,
    value: ({ result }) => <Tag tone={priceRowResultTones[result]}>{resultLabel(result, applied)}</Tag>,
  }),
  customColumn({ title: '规格编码', width: 150, value: ({ code }) => <span className="num">{code || EMPTY_CELL}</span> }),
  customColumn({ title: '商品', value: ({ goodsName }) => goodsName ?? EMPTY_CELL }),
  numberColumn({ title: '起订数量', width: 88, value: ({ from }) => (from === null ? EMPTY_CELL : formatCount(from)) }),
  ...priceChangeColumns<PriceFileRowResult>(),
  customColumn({ title: '说明', value: ({ text }) => text || EMPTY_CELL }),
]

interface ResultProps {
  trial: Trial
  fileName: string
  busy: boolean
  confirm: () => void
}

function Result({ trial: { rows, counts, applied }, fileName, busy, confirm }: ResultProps) {
  const [kind, setKind] = useState<PriceFileRowResult['result']>()
  const chosen = kind === undefined ? rows : rows.filter(({ result }) => result === kind)
  const moves = counts.changed + counts.added + counts.removed
  const button = (
    <Button type="primary" loading={busy} disabled={moves === 0} onClick={confirm}>
      {moves === 0 ? '没有变动' : `确认生效 ${formatCount(moves)} 项`}
    </Button>
  )
  return (
    <Panel title={`${applied ? '已生效' : '试算结果'} · ${fileName}`} extra={applied ? null : button} flush>
      <ChoiceTabs
        label="结果"
        none="全部"
        total={rows.length}
        choices={KINDS.filter((one) => counts[one] > 0).map((one) => ({
          value: one,
          label: resultLabel(one, applied),
          count: counts[one],
        }))}
        value={kind}
        change={setKind}
      />
      <PagedDataTable
        key={kind}
        columns={getColumns(applied)}
        rows={chosen}
        pageSize={PAGE}
        rowKey={({ row }) => String(row)}
        width={1080}
      />
    </Panel>
  )
}
