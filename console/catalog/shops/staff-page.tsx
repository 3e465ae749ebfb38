import { useQuery } from '@tanstack/react-query'
import { Button, Form, Select } from 'antd'
import { FormDrawer, useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { getOverlayContainer } from '#console/platform/components/forms/overlays.ts'
import { RowVersionFormItem, type RowVersionFormValues } from '#console/platform/components/forms/row-version-field.tsx'
import { type Column, customColumn } from '#console/platform/components/list/columns.tsx'
import { DataTable, TableSkeleton } from '#console/platform/components/list/data-table.tsx'
import { PageHead, Panel } from '#console/platform/components/panel.tsx'
import { EmptyState, QueryContent } from '#console/platform/components/states.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { useCurrentStaff } from '#console/platform/sessions/use-staff.ts'
import type { StaffShops } from '#contract/catalog/shops/console-api.ts'
import { formatRoles } from '#contract/platform/core/permissions.ts'
import { toDisabledProps } from '#ui/disabled-by.ts'
import { shopApi, shopNamesQuery, shopStaffQuery } from './shops-api.ts'

/** 店铺员工: the shops that each staff member keeps. */
export function Page() {
  const staff = useQuery(shopStaffQuery)
  const shops = useQuery(shopNamesQuery)
  const drawer = useDrawer<StaffShops>()
  const me = useCurrentStaff()?.staffId
  const names = new Map((shops.data ?? []).map(({ value, label }) => [value, label]))
  const columns: Column<StaffShops>[] = [
    customColumn({ title: '员工', width: 160, value: ({ name }) => name }),
    customColumn({ title: '角色', width: 200, value: ({ roles }) => formatRoles(roles) || '自定义角色' }),
    customColumn({
      title: '负责店铺',
      value: ({ shopIds }) =>
        shopIds.length === 0 ? <Tag tone="over">全部店铺</Tag> : shopIds.map((id) => names.get(id) ?? '…').join('、'),
    }),
    customColumn({
      title: '操作',
      width: 84,
      value: (row) => (
        <Button
          size="small"
          aria-label={`指定${row.name}负责的店铺`}
          {...toDisabledProps(row.staffId === me ? '自己的店铺由另一位同事指定' : undefined)}
          onClick={() => drawer.show(row)}
        >
          指定
        </Button>
      ),
    }),
  ]
  return (
    <>
      <PageHead
        title="店铺员工"
        note="指定了店铺的员工只能查看和修改这些店铺；没有指定的负责全部店铺，管理员始终负责全部。只负责部分店铺的人只能指定其中的店铺。"
      />
      <Panel title="全部员工" flush>
        <QueryContent from={staff} waiting={<TableSkeleton columns={columns} count={8} width={760} />}>
          {(rows) => (
            <DataTable
              columns={columns}
              rows={rows}
              rowKey={({ staffId }) => staffId}
              width={760}
              empty={<EmptyState title="还没有员工" next="先在“员工”中开通账号" />}
            />
          )}
        </QueryContent>
      </Panel>
      {drawer.subject && (
        <ShopsDrawer key={drawer.subject.staffId} row={drawer.subject} options={shops.data} open={drawer.open} close={drawer.close} />
      )}
    </>
  )
}

interface Fields extends RowVersionFormValues {
  shopIds: string[]
}

interface DrawerProps {
  row: StaffShops
  options: { value: string; label: string }[] | undefined
  open: boolean
  close: () => void
}

function ShopsDrawer({ row: { staffId, name, shopIds, rowVersion }, options, open, close }: DrawerProps) {
  const save = useApiMutation(shopApi.setStaff, { invalidates: [['shop']], successMessage: '已保存', close })
  return (
    <FormDrawer<Fields>
      title="负责店铺"
      open={open}
      close={close}
      busy={save.isPending}
      submitText="保存"
      initial={{ shopIds, rowVersion }}
      submit={(values) => save.mutate({ staffId, ...values })}
    >
      <p className="drawer-lead">{name}</p>
      <RowVersionFormItem error={save.error} />
      <Form.Item name="shopIds" label="店铺" extra="不选则负责全部店铺">
        <Select
          mode="multiple"
          optionFilterProp="label"
          placeholder="全部店铺"
          options={options ?? []}
          loading={options === undefined}
          getPopupContainer={getOverlayContainer}
        />
      </Form.Item>
    </FormDrawer>
  )
}
