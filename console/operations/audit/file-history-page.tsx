import { Link } from '@tanstack/react-router'
import { type Column, customColumn, EMPTY_CELL, instantColumn, numberColumn } from '#console/platform/components/list/columns.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import { choiceFilter, dayFilter, pickFilter } from '#console/platform/components/list/filters.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { sendConsoleRequest } from '#console/platform/sessions/session.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { consoleGoodsImportEndpoints } from '#contract/catalog/goods-import/console-api.ts'
import { consoleAuditEndpoints } from '#contract/people/staff/audit-api.ts'
import { consoleFileHistoryEndpoints, type FileHistoryRow, fileDirections } from '#contract/people/staff/file-history.ts'
import { importedFileKinds } from '#contract/platform/core/audit-objects.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { Day, Id } from '#contract/platform/core/fields.ts'
import { formatCount } from '#ui/format.ts'
import { AuditActorFilterPicker } from './audit-pickers.tsx'

const fileHistoryApi = createApiClient(consoleFileHistoryEndpoints, sendConsoleRequest)

const ownFields = {
  direction: choiceFilter('方向', fileDirections),
  dateFrom: dayFilter('日期', Day),
  dateTo: dayFilter('至', Day),
}
const allFields = { actorId: pickFilter('员工', Id), ...ownFields }

/** The result of a goods import, which is kept for 30 days; no other file is kept. */
function KeptFile({ goodsImportId }: Pick<FileHistoryRow, 'goodsImportId'>) {
  const may = usePermission(consoleGoodsImportEndpoints.state).allowed
  if (goodsImportId === null || !may) return EMPTY_CELL
  return (
    <Link to="/goods_import" search={{ id: goodsImportId }}>
      查看结果
    </Link>
  )
}

const formatKnownCount = (count: number | null) => (count === null ? EMPTY_CELL : formatCount(count))

const columns: Column<FileHistoryRow>[] = [
  instantColumn({ title: '时间', value: ({ at }) => at }),
  customColumn({ title: '员工', width: 120, value: ({ staffName }) => staffName || EMPTY_CELL }),
  customColumn({
    title: '操作',
    width: 150,
    value: ({ direction, importKind }) =>
      [fileDirections[direction].label, importKind && importedFileKinds[importKind].label].filter(Boolean).join(' · '),
  }),
  customColumn({ title: '文件或列表', value: ({ name }) => name || EMPTY_CELL }),
  customColumn({ title: '格式', width: 72, value: ({ format }) => (format === null ? EMPTY_CELL : format.toUpperCase()) }),
  numberColumn({ title: '行数', width: 88, value: ({ rows }) => formatKnownCount(rows) }),
  numberColumn({ title: '未导入', width: 88, value: ({ refused }) => formatKnownCount(refused) }),
  customColumn({ title: '保留的文件', width: 110, value: (row) => <KeptFile {...row} /> }),
]

/** 导入导出记录: what was imported from files and exported to files. Who may not read the audit trail sees his own. */
export function Page() {
  const all = usePermission(consoleAuditEndpoints.list).allowed
  return (
    <ListPage
      title="导入导出记录"
      note={`${all ? '全部员工' : '您自己'}导入的文件和导出的列表。商品导入的结果保留 30 天，其他文件不保留，需要时重新导出。`}
      queryKey={['audit', 'files']}
      fields={all ? allFields : ownFields}
      pickers={{ actorId: AuditActorFilterPicker }}
      list={(input, options) => fileHistoryApi.list(input, options)}
      exportRows={(input) => exportApi.fileHistory(input)}
      columns={columns}
      rowKey={({ id }) => id}
      width={1080}
      empty="还没有导入或导出"
      next="导入文件、导出列表后列在这里"
    />
  )
}
