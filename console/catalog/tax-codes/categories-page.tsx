import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { type Column, countColumn, customColumn, numberColumn } from '#console/platform/components/list/columns.tsx'
import { DataTable, TableSkeleton } from '#console/platform/components/list/data-table.tsx'
import { PageHead } from '#console/platform/components/panel.tsx'
import { EmptyState, QueryContent } from '#console/platform/components/states.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { type CategoryWithTaxClass, consoleTaxCodeEndpoints } from '#contract/catalog/goods/tax-api.ts'
import { formatCategoryPath } from '#ui/format.ts'
import { AssignTaxClassDrawer } from './class-drawer.tsx'
import { invalidatedByTaxCode, taxApi } from './tax-api.ts'
import { TaxClassLabel } from './tax-class.tsx'

const fullName = ({ parentName, name }: CategoryWithTaxClass) => formatCategoryPath(parentName, name)

const columns: Column<CategoryWithTaxClass>[] = [
  customColumn({ title: '分类', value: (row) => (row.parentName === null ? <b>{row.name}</b> : fullName(row)) }),
  customColumn({ title: '税收分类', width: 208, value: ({ taxClass }) => <TaxClassLabel taxClass={taxClass} /> }),
  customColumn({
    title: '来自',
    width: 112,
    value: ({ own, taxClass }) => (own ? <Tag tone="good">自己</Tag> : taxClass ? <Tag tone="over">上级分类</Tag> : ''),
  }),
  countColumn({ title: '商品数', value: ({ goodsCount }) => goodsCount }),
  numberColumn({ title: '缺编码', value: ({ uncoded }) => (uncoded === 0 ? '' : <Tag tone="bad">{uncoded}</Tag>) }),
]

/** 税收编码 of categories. They apply to goods that have none of their own. */
export function Page() {
  const found = useQuery({ queryKey: ['taxCode', 'categories'], queryFn: () => taxApi.categories({}) })
  const drawer = useDrawer<CategoryWithTaxClass>()
  const may = usePermission(consoleTaxCodeEndpoints.setCategory).allowed
  const act = customColumn<CategoryWithTaxClass>({
    title: '操作',
    width: 84,
    value: (row) => (
      <Button size="small" aria-label={`设置${fullName(row)}的税收编码`} onClick={() => drawer.show(row)}>
        设置
      </Button>
    ),
  })
  const shown = may ? [...columns, act] : columns
  return (
    <>
      <PageHead title="分类税收编码" note="子分类没有设置的沿用上级；商品没有单独设置的沿用所在分类。" />
      <div className="panel">
        <QueryContent from={found} waiting={<TableSkeleton columns={shown} count={12} width={760} />}>
          {(rows) => (
            <DataTable
              columns={shown}
              rows={rows}
              rowKey={({ categoryId }) => String(categoryId)}
              width={760}
              empty={<EmptyState title="还没有分类" next="分类随目录建立后出现在这里" />}
            />
          )}
        </QueryContent>
      </div>
      {drawer.subject && <CategoryDrawer key={drawer.subject.categoryId} row={drawer.subject} open={drawer.open} close={drawer.close} />}
    </>
  )
}

function CategoryDrawer({ row, open, close }: { row: CategoryWithTaxClass; open: boolean; close: () => void }) {
  const set = useApiMutation(taxApi.setCategory, {
    invalidates: invalidatedByTaxCode,
    successMessage: '已保存，此后申请的发票使用',
    close,
  })
  return (
    <AssignTaxClassDrawer
      title="分类税收编码"
      lead={fullName(row)}
      own={row.own}
      rowVersion={row.rowVersion}
      error={set.error}
      without={row.parentName === null ? '不设置' : '沿用上级'}
      busy={set.isPending}
      open={open}
      close={close}
      save={(given) => set.mutate({ categoryId: row.categoryId, ...given })}
    />
  )
}
