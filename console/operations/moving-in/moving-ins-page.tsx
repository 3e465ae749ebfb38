import { Link, useNavigate } from '@tanstack/react-router'
import { Button } from 'antd'
import { Download } from 'lucide-react'
import { SheetDropArea } from '#console/platform/components/forms/drop-area.tsx'
import { ImportError } from '#console/platform/components/import-error.tsx'
import { type Column, countColumn, customColumn, EMPTY_CELL, instantColumn } from '#console/platform/components/list/columns.tsx'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { Panel } from '#console/platform/components/panel.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { consoleMovingInEndpoints } from '#contract/operations/moving-in/api.ts'
import { movingInLifecycle } from '#contract/operations/moving-in/moving-in-lifecycle.ts'
import { MOVING_IN_BYTES_MAX, MOVING_IN_COMPANIES_MAX, type MovingInRun } from '#contract/operations/moving-in/shapes.ts'
import { formatCount } from '#ui/format.ts'
import { saveFileToDisk } from '#ui/save-file.ts'
import { movingInApi } from './moving-in-api.ts'
import { formatMovingInCounts, movingInStateTones } from './moving-in-view.ts'

const MEGABYTE = 1024 * 1024

const columns: Column<MovingInRun>[] = [
  customColumn({
    title: '文件',
    value: ({ id, fileName }) => (
      <Link to="/moving_in" search={{ id }}>
        {fileName}
      </Link>
    ),
  }),
  customColumn({
    title: '状态',
    width: 92,
    value: ({ state }) => <Tag tone={movingInStateTones[state]}>{movingInLifecycle.states[state].label}</Tag>,
  }),
  countColumn({ title: '企业数', value: ({ companyCount }) => companyCount }),
  customColumn({ title: '结果', value: ({ counts }) => formatMovingInCounts(counts) || EMPTY_CELL }),
  customColumn({ title: '上传人', width: 96, value: ({ by }) => by }),
  instantColumn({ title: '上传时间', value: ({ createdAt }) => createdAt }),
]

/** 系统迁入: a workbook of an older system is uploaded and tried. The rest is done on the screen of the run. */
export function Page() {
  return (
    <ListPage
      title="系统迁入"
      note="从旧系统迁入企业、成员、额度、期初账单、钱包余额、协议价和地址。先试算，不写入；合计与旧系统一致后，由另一人复核，才逐家迁入。"
      above={<Upload />}
      queryKey={['movingIn']}
      fields={{}}
      list={(paging, options) => movingInApi.list(paging, options)}
      columns={columns}
      rowKey={({ id }) => id}
      width={900}
      empty="还没有迁入过"
      next="下载模板，按旧系统的数据填写后上传"
    />
  )
}

function Upload() {
  const { reason: whyNot } = usePermission(consoleMovingInEndpoints.try)
  const navigate = useNavigate()
  const downloadTemplate = useApiMutation(movingInApi.template, { onSuccess: saveFileToDisk })
  const tried = useApiMutation((file: File) => movingInApi.try({ fileName: file.name }, { file }), {
    invalidates: [['movingIn']],
    afterSuccess: ({ id }) => navigate({ to: '/moving_in', search: { id } }),
  })
  const { variables: chosen } = tried
  return (
    <>
      <Panel
        title="上传旧系统的数据"
        extra={
          <Button
            icon={<Download size={14} aria-hidden />}
            loading={downloadTemplate.isPending}
            onClick={() => downloadTemplate.mutate({})}
          >
            下载模板
          </Button>
        }
      >
        <SheetDropArea
          what="迁入表格"
          limits={`XLSX，每类资料一张工作表，最大 ${MOVING_IN_BYTES_MAX / MEGABYTE}MB、${formatCount(MOVING_IN_COMPANIES_MAX)} 家企业`}
          whyNot={whyNot}
          busy={tried.isPending}
          take={(file) => tried.mutate(file)}
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
