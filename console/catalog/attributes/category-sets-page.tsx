import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Form, Select } from 'antd'
import { useState } from 'react'
import { FormDrawer, useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { getOverlayContainer } from '#console/platform/components/forms/overlays.ts'
import { RowVersionFormItem, type RowVersionFormValues } from '#console/platform/components/forms/row-version-field.tsx'
import { type Column, customColumn, EMPTY_CELL } from '#console/platform/components/list/columns.tsx'
import { DataTable, TableSkeleton } from '#console/platform/components/list/data-table.tsx'
import { PageHead } from '#console/platform/components/panel.tsx'
import { EmptyState, QueryContent } from '#console/platform/components/states.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { consoleAttributeSetEndpoints } from '#contract/catalog/attributes/console-api.ts'
import type { CategoryOwnAndInheritedAttributeSet } from '#contract/catalog/attributes/shapes.ts'
import { formatCategoryPath } from '#ui/format.ts'
import { attributeSetApi, invalidatedByAttribute } from './attributes-api.ts'

const fullName = ({ parentName, name }: CategoryOwnAndInheritedAttributeSet) => formatCategoryPath(parentName, name)

const columns: Column<CategoryOwnAndInheritedAttributeSet>[] = [
  customColumn({ title: '分类', value: (row) => (row.parentName === null ? <b>{row.name}</b> : fullName(row)) }),
  customColumn({ title: '自己的模板', width: 220, value: ({ set }) => set?.name ?? EMPTY_CELL }),
  customColumn({ title: '沿用上级的', width: 220, value: ({ inherited }) => inherited?.name ?? EMPTY_CELL }),
]

/** 分类的参数模板: the own set of each category, besides that of its upper category. */
export function Page() {
  const found = useQuery({ queryKey: ['attribute', 'categories'], queryFn: () => attributeSetApi.categories({}) })
  const drawer = useDrawer<CategoryOwnAndInheritedAttributeSet>()
  const may = usePermission(consoleAttributeSetEndpoints.assign).allowed
  const act = customColumn<CategoryOwnAndInheritedAttributeSet>({
    title: '操作',
    width: 84,
    value: (row) => (
      <Button size="small" aria-label={`设置${fullName(row)}的参数模板`} onClick={() => drawer.show(row)}>
        设置
      </Button>
    ),
  })
  const shown = may ? [...columns, act] : columns
  return (
    <>
      <PageHead title="分类的参数模板" note="子分类先有上级模板的参数，再加上自己的；两边都有的参数，用途以自己的为准。" />
      <div className="panel">
        <QueryContent from={found} waiting={<TableSkeleton columns={shown} count={12} width={720} />}>
          {(rows) => (
            <DataTable
              columns={shown}
              rows={rows}
              rowKey={({ categoryId }) => String(categoryId)}
              width={720}
              empty={<EmptyState title="还没有分类" next="先建分类，再为它设置参数模板" />}
            />
          )}
        </QueryContent>
      </div>
      {drawer.subject && <AssignDrawer key={drawer.subject.categoryId} row={drawer.subject} open={drawer.open} close={drawer.close} />}
    </>
  )
}

const FOUND_MAX = 50
const KEYWORD_MAX = 50

interface Values extends RowVersionFormValues {
  setId: string | null
}

function AssignDrawer({ row, open, close }: { row: CategoryOwnAndInheritedAttributeSet; open: boolean; close: () => void }) {
  const { categoryId, set, inherited, rowVersion } = row
  const [keyword, setKeyword] = useState('')
  const wanted = keyword.trim().slice(0, KEYWORD_MAX)
  const found = useQuery({
    queryKey: ['attribute', 'sets', 'pick', wanted],
    queryFn: () => attributeSetApi.list({ pageSize: FOUND_MAX, ...(wanted === '' ? {} : { keyword: wanted }) }),
    placeholderData: keepPreviousData,
  })
  const sets = found.data?.dataList ?? []
  const listed = set && wanted === '' && !sets.some(({ setId }) => setId === set.setId) ? [set, ...sets] : sets
  const assign = useApiMutation(attributeSetApi.assign, { invalidates: invalidatedByAttribute, successMessage: '已保存', close })
  return (
    <FormDrawer<Values>
      title="分类的参数模板"
      open={open}
      close={close}
      busy={assign.isPending}
      initial={{ setId: set?.setId ?? null, rowVersion }}
      submit={({ setId = null, ...typed }) => assign.mutate({ categoryId, setId, ...typed })}
      submitText="保存"
    >
      <p className="drawer-lead">{fullName(row)}</p>
      <RowVersionFormItem error={assign.error} />
      <Form.Item name="setId" label="自己的模板" extra={inherited ? `上级的模板“${inherited.name}”同时有效` : undefined}>
        <Select
          allowClear
          showSearch={{ filterOption: false, onSearch: setKeyword }}
          options={listed.map(({ setId: value, name: label }) => ({ value, label }))}
          placeholder={inherited ? '只沿用上级的' : '没有模板'}
          loading={found.isFetching}
          notFoundContent={found.error ? found.error.message : '没有这样的模板'}
          getPopupContainer={getOverlayContainer}
        />
      </Form.Item>
      <p className="drawer-note">商品已填写的参数不会丢失；不在模板里的不再显示，缺少的必填参数在下次发布时要求填写。</p>
    </FormDrawer>
  )
}
