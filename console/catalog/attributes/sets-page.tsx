import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { Plus } from 'lucide-react'
import { useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { type Column, countColumn, customColumn, EMPTY_CELL } from '#console/platform/components/list/columns.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import { textFilter } from '#console/platform/components/list/filters.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { EditAndDeleteRowActions } from '#console/platform/components/row-actions.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { consoleAttributeSetEndpoints } from '#contract/catalog/attributes/console-api.ts'
import type { AttributeSetDetail, AttributeSetRow } from '#contract/catalog/attributes/shapes.ts'
import { Text } from '#contract/platform/core/fields.ts'
import { formatCategoryPath } from '#ui/format.ts'
import { attributeSetApi, invalidatedByAttribute } from './attributes-api.ts'
import { CreateOrEditAttributeSetDrawer } from './set-drawer.tsx'

const fields = { keyword: textFilter('搜索', Text(50), '模板名称') }

const columns: Column<AttributeSetRow>[] = [
  customColumn({ title: '模板', width: 220, value: ({ name }) => name }),
  countColumn({ title: '参数', value: ({ lineCount }) => lineCount, width: 80 }),
  customColumn({
    title: '使用它的分类',
    value: ({ categories }) => categories.map(({ name, parentName }) => formatCategoryPath(parentName, name)).join('、') || EMPTY_CELL,
  }),
]

/** 参数模板: the sets of attributes that categories use. */
export function Page() {
  const may = usePermission(consoleAttributeSetEndpoints.save).allowed
  const editing = useDrawer<AttributeSetDetail | null>()
  const read = useApiMutation(attributeSetApi.detail, { afterSuccess: (known) => editing.show(known) })
  const remove = useApiMutation(attributeSetApi.delete, { invalidates: invalidatedByAttribute, successMessage: '已删除' })
  const act = customColumn<AttributeSetRow>({
    title: '操作',
    width: 136,
    value: ({ setId: id, name, rowVersion }) => (
      <EditAndDeleteRowActions
        name={name}
        noun="参数模板"
        edit={() => read.mutate({ id })}
        isReading={read.isPending}
        remove={() => remove.mutateAsync({ id, rowVersion })}
        warning="分类正在使用的模板不能删除。"
      />
    ),
  })
  return (
    <>
      <ListPage
        title="参数模板"
        note="一个模板列出一类商品的参数、它们的顺序和用途；子分类在上级的模板上扩展。"
        queryKey={['attribute', 'sets']}
        fields={fields}
        list={(input, options) => attributeSetApi.list(input, options)}
        exportRows={(input) => exportApi.attributeSets(input)}
        columns={may ? [...columns, act] : columns}
        rowKey={({ setId }) => setId}
        width={860}
        empty="还没有参数模板"
        next="先建参数，再点“新建参数模板”把它们排好"
        actions={
          <>
            <Link to="/attribute_categories" className="button-link">
              按分类设置
            </Link>
            {may && (
              <Button type="primary" icon={<Plus size={15} aria-hidden />} onClick={() => editing.show(null)}>
                新建参数模板
              </Button>
            )}
          </>
        }
      />
      {editing.subject !== undefined && (
        <CreateOrEditAttributeSetDrawer
          key={editing.subject?.setId ?? 'new'}
          known={editing.subject}
          open={editing.open}
          close={editing.close}
        />
      )}
    </>
  )
}
