import { useQuery } from '@tanstack/react-query'
import { Button, Form, Input } from 'antd'
import { FolderPlus } from 'lucide-react'
import { helpCategoriesQuery, helpCategoryApi, invalidatedByArticle } from '#console/content/content/content-api.ts'
import { FormDrawer, useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { RowVersionFormItem, type RowVersionFormValues } from '#console/platform/components/forms/row-version-field.tsx'
import { toFormRule } from '#console/platform/components/forms/rule.ts'
import { type Column, countColumn, customColumn } from '#console/platform/components/list/columns.tsx'
import { DataTable, TableSkeleton } from '#console/platform/components/list/data-table.tsx'
import { NumberInput } from '#console/platform/components/number-input.tsx'
import { PageHead, Panel } from '#console/platform/components/panel.tsx'
import { EditAndDeleteRowActions } from '#console/platform/components/row-actions.tsx'
import { EmptyState, QueryContent } from '#console/platform/components/states.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { type ConsoleHelpCategory, helpCategoryFields } from '#contract/content/content/article-api.ts'

const columns: Column<ConsoleHelpCategory>[] = [
  customColumn({ title: '名称', width: 180, value: ({ name }) => name }),
  customColumn({ title: '说明', value: ({ note }) => note || '—' }),
  countColumn({ title: '文章', value: ({ articles }) => articles }),
  countColumn({ title: '排序', value: ({ position }) => position }),
]

type Subject = Partial<ConsoleHelpCategory>

/** 帮助分类: the categories of the help centre. */
export function Page() {
  const categories = useQuery(helpCategoriesQuery)
  const drawer = useDrawer<Subject>()
  const shown = [
    ...columns,
    customColumn<ConsoleHelpCategory>({ title: '操作', width: 144, value: (row) => <CategoryActions row={row} edit={drawer.show} /> }),
  ]
  return (
    <>
      <PageHead
        title="帮助分类"
        note="帮助中心按排序从小到大显示；没有已发布文章的分类不显示。"
        actions={
          <Button type="primary" icon={<FolderPlus size={15} aria-hidden />} onClick={() => drawer.show({})}>
            新增分类
          </Button>
        }
      />
      <Panel title="全部分类" flush>
        <QueryContent from={categories} waiting={<TableSkeleton columns={shown} count={8} width={720} />}>
          {(rows) => (
            <DataTable
              columns={shown}
              rows={rows}
              rowKey={({ id }) => id}
              width={720}
              empty={<EmptyState title="还没有分类" next="点“新增分类”，再把文章放进去" />}
            />
          )}
        </QueryContent>
      </Panel>
      {drawer.subject && <CategoryDrawer subject={drawer.subject} open={drawer.open} close={drawer.close} />}
    </>
  )
}

function CategoryActions({ row, edit }: { row: ConsoleHelpCategory; edit: (row: Subject) => void }) {
  const remove = useApiMutation(helpCategoryApi.delete, { invalidates: invalidatedByArticle, successMessage: '已删除' })
  return (
    <EditAndDeleteRowActions
      name={row.name}
      edit={() => edit(row)}
      remove={() => remove.mutateAsync({ id: row.id, rowVersion: row.rowVersion })}
      warning="分类下没有文章。"
      undeletable={row.articles > 0 ? '分类下还有文章，请先移走' : undefined}
    />
  )
}

interface Fields extends RowVersionFormValues {
  name: string
  note?: string
  position: number
}

function CategoryDrawer({ subject, open, close }: { subject: Subject; open: boolean; close: () => void }) {
  const save = useApiMutation(helpCategoryApi.save, { invalidates: invalidatedByArticle, successMessage: '已保存', close })
  const { id, name, note, position = 100, rowVersion = 0 } = subject
  return (
    <FormDrawer<Fields>
      title={id === undefined ? '新增分类' : '修改分类'}
      open={open}
      close={close}
      busy={save.isPending}
      submitText="保存"
      initial={{ ...(name === undefined ? {} : { name }), note: note ?? '', position, rowVersion }}
      submit={(values) => save.mutate({ ...(id === undefined ? {} : { id }), ...values, note: values.note ?? '' })}
    >
      <RowVersionFormItem error={save.error} />
      <Form.Item name="name" label="名称" required rules={[toFormRule(helpCategoryFields.name)]}>
        <Input autoComplete="off" maxLength={20} />
      </Form.Item>
      <Form.Item name="note" label="说明" rules={[toFormRule(helpCategoryFields.note)]}>
        <Input autoComplete="off" maxLength={60} />
      </Form.Item>
      <Form.Item name="position" label="排序（小的在前）" required rules={[toFormRule(helpCategoryFields.position)]}>
        <NumberInput className="num" />
      </Form.Item>
    </FormDrawer>
  )
}
