import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { FolderPlus } from 'lucide-react'
import { TaxClassLabel } from '#console/catalog/tax-codes/tax-class.tsx'
import { useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { type Column, countColumn, customColumn } from '#console/platform/components/list/columns.tsx'
import { DataTable, TableSkeleton } from '#console/platform/components/list/data-table.tsx'
import { PageHead, Panel } from '#console/platform/components/panel.tsx'
import { EmptyState, QueryContent } from '#console/platform/components/states.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { consoleCategoryEndpoints } from '#contract/catalog/categories/console-api.ts'
import { CategoryActions, type CategoryDrawerKind } from './category-actions.tsx'
import { categoriesQuery } from './category-api.ts'
import { CreateOrEditCategoryDrawer } from './category-drawer.tsx'
import { type CategoryTreeRow, toCategoryTreeRows } from './category-view.ts'
import { MergeCategoryDrawer, MoveCategoryDrawer } from './tree-drawers.tsx'
import './categories.css'

const columns: Column<CategoryTreeRow>[] = [
  customColumn({
    title: '分类',
    value: ({ name, parentId }) => (parentId === null ? <b>{name}</b> : <span className="category-below">{name}</span>),
  }),
  customColumn({
    title: '税收分类',
    width: 200,
    value: ({ taxClass, parentId }) => (taxClass === null && parentId !== null ? '沿用上级' : <TaxClassLabel taxClass={taxClass} />),
  }),
  countColumn({ title: '商品数', value: ({ goodsCount }) => goodsCount }),
  customColumn({ title: '商城', width: 88, value: ({ shown }) => <Tag tone={shown ? 'good' : 'over'}>{shown ? '显示' : '不显示'}</Tag> }),
]

interface Subject {
  job: CategoryDrawerKind
  /** The category; of a new one the parent. Undefined: a new top category. */
  line?: CategoryTreeRow
}

/** 分类: the two-level tree of categories. */
export function Page() {
  const categories = useQuery(categoriesQuery)
  const drawer = useDrawer<Subject>()
  const may = usePermission(consoleCategoryEndpoints.save).allowed
  const show = (job: CategoryDrawerKind, line?: CategoryTreeRow) => drawer.show({ job, ...(line ? { line } : {}) })
  const act = customColumn<CategoryTreeRow>({ title: '操作', width: 372, value: (line) => <CategoryActions line={line} show={show} /> })
  const shown = may ? [...columns, act] : columns
  const lines = toCategoryTreeRows(categories.data ?? [])
  return (
    <>
      <PageHead
        title="分类"
        note="最多两级；不显示的分类不出现在商城的分类中，其中的商品仍然可以搜索到。"
        actions={
          may && (
            <Button type="primary" icon={<FolderPlus size={15} aria-hidden />} onClick={() => show('add')}>
              新增一级分类
            </Button>
          )
        }
      />
      <Panel title="全部分类" flush>
        <QueryContent from={categories} waiting={<TableSkeleton columns={shown} count={12} width={1080} />}>
          {() => (
            <DataTable
              columns={shown}
              rows={lines}
              rowKey={({ categoryId }) => String(categoryId)}
              width={1080}
              empty={<EmptyState title="还没有分类" next="点“新增一级分类”，再在其下新增子分类" />}
            />
          )}
        </QueryContent>
      </Panel>
      {drawer.subject && (
        <Drawer key={keyOf(drawer.subject)} subject={drawer.subject} lines={lines} open={drawer.open} close={drawer.close} />
      )}
    </>
  )
}

const keyOf = ({ job, line }: Subject): string => `${job} ${line?.categoryId ?? ''}`

interface DrawerProps {
  subject: Subject
  lines: readonly CategoryTreeRow[]
  open: boolean
  close: () => void
}

function Drawer({ subject: { job, line }, lines, ...state }: DrawerProps) {
  if (job === 'add') return <CreateOrEditCategoryDrawer parent={line} {...state} />
  if (line === undefined) return null
  if (job === 'edit') return <CreateOrEditCategoryDrawer category={line} {...state} />
  return job === 'move' ? (
    <MoveCategoryDrawer line={line} lines={lines} {...state} />
  ) : (
    <MergeCategoryDrawer line={line} lines={lines} {...state} />
  )
}
