import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Button, Form, Input } from 'antd'
import { Plus } from 'lucide-react'
import { FormDrawer, useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { RowVersionFormItem, type RowVersionFormValues } from '#console/platform/components/forms/row-version-field.tsx'
import { toFormRule } from '#console/platform/components/forms/rule.ts'
import { countColumn, customColumn } from '#console/platform/components/list/columns.tsx'
import { PagedDataTable } from '#console/platform/components/list/data-table.tsx'
import { PageHead } from '#console/platform/components/panel.tsx'
import { EditAndDeleteRowActions } from '#console/platform/components/row-actions.tsx'
import { EmptyState, QueryPage } from '#console/platform/components/states.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import {
  consoleEnterpriseTagEndpoints,
  ENTERPRISE_TAG_NAME_MAX,
  type EnterpriseTagRow,
  enterpriseTagNameRule,
} from '#contract/people/account-managers/notes-api.ts'
import { enterpriseTagApi, enterpriseTagsQuery, invalidatedByTags } from './account-manager-api.ts'

const TITLE = '标签'
const PAGE_SIZE = 20

interface Fields extends RowVersionFormValues {
  name: string
}

function TagDrawer({ tag, open, close }: { tag: EnterpriseTagRow | undefined; open: boolean; close: () => void }) {
  const save = useApiMutation(enterpriseTagApi.save, { invalidates: invalidatedByTags, successMessage: '已保存', close })
  return (
    <FormDrawer<Fields>
      title={tag ? '修改标签' : '新增标签'}
      open={open}
      close={close}
      busy={save.isPending}
      submitText="保存"
      submit={(given) => save.mutate(tag ? { tagId: tag.tagId, ...given } : given)}
      initial={tag ? { name: tag.name, rowVersion: tag.rowVersion } : { rowVersion: 0 }}
    >
      <RowVersionFormItem error={save.error} />
      <Form.Item name="name" label="标签" required rules={[toFormRule(enterpriseTagNameRule)]}>
        <Input autoComplete="off" maxLength={ENTERPRISE_TAG_NAME_MAX} showCount autoFocus />
      </Form.Item>
    </FormDrawer>
  )
}

function TagActions({ tag, edit }: { tag: EnterpriseTagRow; edit: (tag: EnterpriseTagRow) => void }) {
  const remove = useApiMutation(enterpriseTagApi.delete, { invalidates: invalidatedByTags, successMessage: '已删除' })
  const { tagId, name, companies, rowVersion } = tag
  return (
    <EditAndDeleteRowActions
      name={name}
      noun="标签"
      edit={() => edit(tag)}
      remove={() => remove.mutateAsync({ tagId, rowVersion })}
      warning={`从 ${companies} 家企业和贴了它的订单上取下，不能恢复。`}
    />
  )
}

const columns = [
  customColumn<EnterpriseTagRow>({
    title: '标签',
    value: ({ tagId, name }) => (
      <Link to="/enterprises" search={{ tagId }}>
        {name}
      </Link>
    ),
  }),
  countColumn<EnterpriseTagRow>({ title: '企业', value: ({ companies }) => companies }),
]

/** 标签: the tags that staff give to companies and orders. */
export function Page() {
  const tags = useQuery(enterpriseTagsQuery)
  const drawer = useDrawer<EnterpriseTagRow | undefined>()
  const may = usePermission(consoleEnterpriseTagEndpoints.save).allowed
  const act = customColumn<EnterpriseTagRow>({ title: '操作', width: 136, value: (tag) => <TagActions tag={tag} edit={drawer.show} /> })
  return (
    <QueryPage title={TITLE} from={tags}>
      {(rows) => (
        <>
          <PageHead
            title={TITLE}
            note="标签只有运营人员看得到。在企业详情、订单详情里贴标签。"
            actions={
              may && (
                <Button type="primary" icon={<Plus size={15} aria-hidden />} onClick={() => drawer.show(undefined)}>
                  新增标签
                </Button>
              )
            }
          />
          <div className="panel">
            <PagedDataTable
              columns={may ? [...columns, act] : columns}
              rows={rows}
              pageSize={PAGE_SIZE}
              rowKey={({ tagId }) => tagId}
              width={420}
              empty={<EmptyState title="还没有标签" next="点“新增标签”建立第一个标签" />}
            />
          </div>
          <TagDrawer key={drawer.subject?.tagId ?? 'new'} tag={drawer.subject} open={drawer.open} close={drawer.close} />
        </>
      )}
    </QueryPage>
  )
}
