import { Button, Form, Input } from 'antd'
import { Plus } from 'lucide-react'
import { FormDrawer, useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { RowVersionFormItem, type RowVersionFormValues } from '#console/platform/components/forms/row-version-field.tsx'
import { toFormRule } from '#console/platform/components/forms/rule.ts'
import { type Column, countColumn, customColumn } from '#console/platform/components/list/columns.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import { textFilter } from '#console/platform/components/list/filters.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { EditAndDeleteRowActions } from '#console/platform/components/row-actions.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { sendConsoleRequest } from '#console/platform/sessions/session.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { consoleMachineModelEndpoints, type MachineModelRow, machineModelFields } from '#contract/catalog/machine-models/console-api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { Text } from '#contract/platform/core/fields.ts'

const machineModelApi = createApiClient(consoleMachineModelEndpoints, sendConsoleRequest)
const invalidatedByMachineModel = [['machineModel']] as const

const fields = { keyword: textFilter('搜索', Text(50), '制造商、型号或类型') }

const columns: Column<MachineModelRow>[] = [
  customColumn({ title: '制造商', width: 200, value: ({ maker }) => maker }),
  customColumn({ title: '型号', value: ({ model }) => <span className="num">{model}</span> }),
  customColumn({ title: '机械类型', width: 150, value: ({ kind }) => kind }),
  countColumn({ title: '适用商品', value: ({ goodsCount }) => goodsCount }),
]

/** 机型: the machines that goods fit, by maker and model. */
export function Page() {
  const may = usePermission(consoleMachineModelEndpoints.save).allowed
  const editing = useDrawer<MachineModelRow | null>()
  const remove = useApiMutation(machineModelApi.delete, { invalidates: invalidatedByMachineModel, successMessage: '已删除' })
  const act = customColumn<MachineModelRow>({
    title: '操作',
    width: 136,
    value: (row) => (
      <EditAndDeleteRowActions
        name={`${row.maker} ${row.model}`}
        noun="机型"
        edit={() => editing.show(row)}
        remove={() => remove.mutateAsync({ id: row.machineModelId, rowVersion: row.rowVersion })}
        warning="有商品适用的机型不能删除。"
      />
    ),
  })
  return (
    <>
      <ListPage
        title="机型"
        note="商品适用哪些机型，在编辑商品时选择。"
        queryKey={['machineModel', 'list']}
        fields={fields}
        list={(input, options) => machineModelApi.list(input, options)}
        exportRows={(input) => exportApi.machineModels(input)}
        columns={may ? [...columns, act] : columns}
        rowKey={({ machineModelId }) => machineModelId}
        width={800}
        empty="还没有机型"
        next="点“新建机型”，再在编辑商品时选择适用的机型"
        actions={
          may && (
            <Button type="primary" icon={<Plus size={15} aria-hidden />} onClick={() => editing.show(null)}>
              新建机型
            </Button>
          )
        }
      />
      {editing.subject !== undefined && (
        <MachineModelDrawer
          key={editing.subject?.machineModelId ?? 'new'}
          known={editing.subject}
          open={editing.open}
          close={editing.close}
        />
      )}
    </>
  )
}

interface Values extends RowVersionFormValues {
  maker: string
  model: string
  kind: string
}

interface Props {
  /** null: a new model. */
  known: MachineModelRow | null
  open: boolean
  close: () => void
}

function MachineModelDrawer({ known, open, close }: Props) {
  const save = useApiMutation(machineModelApi.save, { invalidates: invalidatedByMachineModel, successMessage: '已保存', close })
  const { maker = '', model = '', kind = '', rowVersion = 0 } = known ?? {}
  return (
    <FormDrawer<Values>
      title={known ? '修改机型' : '新建机型'}
      open={open}
      close={close}
      busy={save.isPending}
      initial={{ maker, model, kind, rowVersion }}
      submit={(typed) => save.mutate({ ...typed, ...(known && { id: known.machineModelId }) })}
      submitText="保存"
    >
      <RowVersionFormItem error={save.error} />
      <Form.Item name="maker" label="制造商" required rules={[toFormRule(machineModelFields.maker)]}>
        <Input autoComplete="off" maxLength={40} placeholder="如 三一重装" />
      </Form.Item>
      <Form.Item name="model" label="型号" required rules={[toFormRule(machineModelFields.model)]}>
        <Input className="num" autoComplete="off" maxLength={60} placeholder="如 EBZ160" />
      </Form.Item>
      <Form.Item name="kind" label="机械类型" required rules={[toFormRule(machineModelFields.kind)]}>
        <Input autoComplete="off" maxLength={20} placeholder="如 掘进机" />
      </Form.Item>
    </FormDrawer>
  )
}
