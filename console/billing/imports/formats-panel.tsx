import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { AuthorAndTime } from '#console/platform/components/author.tsx'
import { useConfirm } from '#console/platform/components/forms/use-confirm.tsx'
import { type Column, customColumn, EMPTY_CELL, proseColumn } from '#console/platform/components/list/columns.tsx'
import { PagedDataTable } from '#console/platform/components/list/data-table.tsx'
import { Panel } from '#console/platform/components/panel.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { type BankStatementFormat, consoleBankFormatEndpoints } from '#contract/billing/bank/format-api.ts'
import { toDisabledProps } from '#ui/disabled-by.ts'
import { describeBankStatementFormat } from './format-view.ts'
import { bankFormatApi, bankFormatsQuery, invalidatedByBankFormat } from './formats-api.ts'

function EndButton({ format: { id, name } }: { format: BankStatementFormat }) {
  const confirm = useConfirm()
  const { reason } = usePermission(consoleBankFormatEndpoints.end)
  const end = useApiMutation(bankFormatApi.end, { invalidates: invalidatedByBankFormat, successMessage: '格式已停用' })
  const ask = () =>
    confirm({
      title: `停用格式“${name}”？`,
      content: '这种表头的文件以后须重新对应列；已导入的流水不变。',
      okText: '停用',
      grave: true,
      run: () => end.mutateAsync({ id }),
    })
  return (
    <Button size="small" aria-label={`停用${name}`} {...toDisabledProps(reason)} onClick={ask}>
      停用
    </Button>
  )
}

const columns: Column<BankStatementFormat>[] = [
  customColumn({ title: '名称', width: 200, value: ({ name }) => name }),
  customColumn({ title: '收款账户', width: 180, value: ({ account }) => account ?? EMPTY_CELL }),
  proseColumn({ title: '对应列', value: describeBankStatementFormat }),
  customColumn({ title: '保存人', width: 180, value: ({ madeBy, madeAt }) => <AuthorAndTime name={madeBy} at={madeAt} /> }),
  customColumn({ title: '操作', width: 88, value: (format) => <EndButton format={format} /> }),
]

/** The saved formats; nothing while there are none. */
export function BankStatementFormatsPanel() {
  const { data = [] } = useQuery(bankFormatsQuery)
  if (data.length === 0) return null
  return (
    <Panel title="对账单格式" flush>
      <PagedDataTable columns={columns} rows={data} pageSize={10} rowKey={({ id }) => id} width={1000} />
    </Panel>
  )
}
