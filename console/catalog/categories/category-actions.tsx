import { Button } from 'antd'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useConfirm } from '#console/platform/components/forms/use-confirm.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { toDisabledProps } from '#ui/disabled-by.ts'
import { categoryApi, invalidatedByCategory } from './category-api.ts'
import { type CategoryTreeRow, categoryDeletionError } from './category-view.ts'

/** The actions on a category in a drawer. */
export type CategoryDrawerKind = 'add' | 'edit' | 'move' | 'merge'

/** The actions on a category. Its position among its siblings changes at once, everything else in a drawer. */
export function CategoryActions({ line, show }: { line: CategoryTreeRow; show: (job: CategoryDrawerKind, line: CategoryTreeRow) => void }) {
  const confirm = useConfirm()
  const move = useApiMutation(categoryApi.move, { invalidates: invalidatedByCategory })
  const remove = useApiMutation(categoryApi.delete, { invalidates: invalidatedByCategory, successMessage: '已删除' })
  const { categoryId, parentId, name, position, isLast, rowVersion } = line
  const shift = (by: 1 | -1) => move.mutate({ categoryId, parentId, position: position + by, rowVersion })
  return (
    <div className="row-actions">
      <Button
        size="small"
        aria-label={`上移${name}`}
        icon={<ArrowUp size={13} aria-hidden />}
        disabled={position === 0 || move.isPending}
        onClick={() => shift(-1)}
      />
      <Button
        size="small"
        aria-label={`下移${name}`}
        icon={<ArrowDown size={13} aria-hidden />}
        disabled={isLast || move.isPending}
        onClick={() => shift(1)}
      />
      <Button size="small" aria-label={`修改${name}`} onClick={() => show('edit', line)}>
        修改
      </Button>
      {parentId === null && (
        <Button size="small" aria-label={`在${name}下新增子分类`} onClick={() => show('add', line)}>
          新增子分类
        </Button>
      )}
      <Button size="small" aria-label={`移动${name}`} onClick={() => show('move', line)}>
        移动
      </Button>
      <Button size="small" aria-label={`合并${name}`} onClick={() => show('merge', line)}>
        合并
      </Button>
      <Button
        size="small"
        aria-label={`删除${name}`}
        {...toDisabledProps(categoryDeletionError(line))}
        onClick={() =>
          confirm({
            title: `删除“${name}”？`,
            content: '分类下没有商品和子分类。',
            okText: '删除',
            grave: true,
            run: () => remove.mutateAsync({ categoryId, rowVersion }),
          })
        }
      >
        删除
      </Button>
    </div>
  )
}
