import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { Plus } from 'lucide-react'
import { useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { type Column, countColumn, customColumn, EMPTY_CELL, numberColumn } from '#console/platform/components/list/columns.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import { choiceFilter, textFilter } from '#console/platform/components/list/filters.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { EditAndDeleteRowActions } from '#console/platform/components/row-actions.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { consoleAttributeEndpoints } from '#contract/catalog/attributes/console-api.ts'
import { type AttributeDetail, type AttributeRow, attributeKinds } from '#contract/catalog/attributes/shapes.ts'
import { Text } from '#contract/platform/core/fields.ts'
import { CreateOrEditAttributeDrawer } from './attribute-drawer.tsx'
import { formatAttributeFlags, formatCappedGoodsCount } from './attribute-view.ts'
import { attributeApi, invalidatedByAttribute } from './attributes-api.ts'
import { MergeAttributeChoicesDrawer } from './merge-drawer.tsx'
import './attributes.css'

const fields = { kind: choiceFilter('类型', attributeKinds), keyword: textFilter('搜索', Text(50), '名称或编码') }

const columns: Column<AttributeRow>[] = [
  customColumn({
    title: '参数',
    value: ({ name, code, ruler }) => (
      <div className="two-lines">
        <span className="tags">
          {name}
          {ruler && <Tag tone="good">硬度标尺</Tag>}
        </span>
        <small className="num">{code}</small>
      </div>
    ),
  }),
  customColumn({
    title: '类型',
    width: 150,
    value: ({ kind, unit, multiple, choiceCount }) =>
      [attributeKinds[kind].label, unit, multiple ? '多选' : '', kind === 'choice' ? `${choiceCount} 个` : ''].filter(Boolean).join(' · '),
  }),
  customColumn({ title: '默认用途', width: 230, value: (row) => formatAttributeFlags(row) || EMPTY_CELL }),
  countColumn({ title: '模板', value: ({ setCount }) => setCount, width: 72 }),
  numberColumn({ title: '商品', value: ({ goodsCount }) => formatCappedGoodsCount(goodsCount), width: 84 }),
]

/** 参数与模板: the attributes of goods. Their sets and the categories' sets have screens of their own. */
export function Page() {
  const may = usePermission(consoleAttributeEndpoints.save).allowed
  const editing = useDrawer<AttributeDetail | null>()
  const merging = useDrawer<AttributeDetail>()
  const read = useApiMutation(attributeApi.detail, { afterSuccess: (known) => editing.show(known) })
  const readForMerge = useApiMutation(attributeApi.detail, { afterSuccess: (known) => merging.show(known) })
  const remove = useApiMutation(attributeApi.delete, { invalidates: invalidatedByAttribute, successMessage: '已删除' })
  const act = customColumn<AttributeRow>({
    title: '操作',
    width: 196,
    value: ({ attributeId: id, name, kind, choiceCount, rowVersion }) => (
      <EditAndDeleteRowActions
        name={name}
        noun="参数"
        edit={() => read.mutate({ id })}
        isReading={read.isPending}
        remove={() => remove.mutateAsync({ id, rowVersion })}
        warning="商品或模板正在使用的参数不能删除。"
      >
        {kind === 'choice' && choiceCount > 1 && (
          <Button
            size="small"
            aria-label={`合并${name}的选项`}
            disabled={readForMerge.isPending}
            onClick={() => readForMerge.mutate({ id })}
          >
            合并
          </Button>
        )}
      </EditAndDeleteRowActions>
    ),
  })
  return (
    <>
      <ListPage
        title="参数与模板"
        note="参数描述商品和规格，模板把参数排好顺序交给分类使用。"
        queryKey={['attribute', 'list']}
        fields={fields}
        list={(input, options) => attributeApi.list(input, options)}
        exportRows={(input) => exportApi.attributes(input)}
        columns={may ? [...columns, act] : columns}
        rowKey={({ attributeId }) => attributeId}
        width={1000}
        empty="还没有参数"
        next="点“新建参数”，再把它放进模板，交给分类使用"
        actions={
          <>
            <Link to="/attribute_sets" className="button-link">
              参数模板
            </Link>
            <Link to="/attribute_categories" className="button-link">
              按分类设置
            </Link>
            {may && (
              <Button type="primary" icon={<Plus size={15} aria-hidden />} onClick={() => editing.show(null)}>
                新建参数
              </Button>
            )}
          </>
        }
      />
      {editing.subject !== undefined && (
        <CreateOrEditAttributeDrawer
          key={editing.subject?.attributeId ?? 'new'}
          known={editing.subject}
          open={editing.open}
          close={editing.close}
        />
      )}
      {merging.subject && (
        <MergeAttributeChoicesDrawer key={merging.subject.attributeId} known={merging.subject} open={merging.open} close={merging.close} />
      )}
    </>
  )
}
