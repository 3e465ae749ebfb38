import { Form, Select } from 'antd'
import { FormDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { getOverlayContainer } from '#console/platform/components/forms/overlays.ts'
import { RowVersionFormItem, type RowVersionFormValues } from '#console/platform/components/forms/row-version-field.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { CATEGORIES_MAX } from '#contract/catalog/categories/console-api.ts'
import { categoryApi, invalidatedByCategory } from './category-api.ts'
import {
  type CategoryOption,
  type CategoryTreeRow,
  formatCategoryName,
  listCategoryMergeTargets,
  listCategoryParentChoices,
  TOP_LEVEL_PARENT_VALUE,
} from './category-view.ts'

interface Props {
  line: CategoryTreeRow
  lines: readonly CategoryTreeRow[]
  open: boolean
  close: () => void
}

interface Fields extends RowVersionFormValues {
  toId: number
}

/** Moves a category under another top category, or to the top, after the existing ones. */
export function MoveCategoryDrawer({ line, lines, open, close }: Props) {
  const move = useApiMutation(categoryApi.move, { invalidates: invalidatedByCategory, successMessage: '已移动', close })
  const { categoryId, rowVersion } = line
  return (
    <FormDrawer<Fields>
      title="移动分类"
      open={open}
      close={close}
      busy={move.isPending}
      submitText="移动"
      initial={{ rowVersion }}
      submit={({ toId, ...seen }) =>
        move.mutate({
          categoryId,
          parentId: toId === TOP_LEVEL_PARENT_VALUE ? null : toId,
          position: CATEGORIES_MAX,
          rowVersion: seen.rowVersion,
        })
      }
    >
      <p className="drawer-lead">{formatCategoryName(line)}</p>
      <RowVersionFormItem error={move.error} />
      <Target
        label="移到"
        choices={listCategoryParentChoices(lines, line)}
        nothing="没有可以移到的位置：有子分类的不能再降一级，有商品的不能升为一级"
      />
      <p className="drawer-note">商品随分类移动。移动后排在最后，可以在列表中上移。</p>
    </FormDrawer>
  )
}

/** Merges a category into another one of its level. */
export function MergeCategoryDrawer({ line, lines, open, close }: Props) {
  const merge = useApiMutation(categoryApi.merge, { invalidates: invalidatedByCategory, successMessage: '已合并', close })
  const { categoryId, goodsCount, childCount, rowVersion } = line
  const goers = childCount > 0 ? `${goodsCount} 个商品、${childCount} 个子分类` : `${goodsCount} 个商品`
  return (
    <FormDrawer<Fields>
      title="合并分类"
      open={open}
      close={close}
      busy={merge.isPending}
      submitText="合并"
      grave
      initial={{ rowVersion }}
      submit={({ toId, ...seen }) => merge.mutate({ categoryId, intoId: toId, rowVersion: seen.rowVersion })}
    >
      <p className="drawer-lead">{formatCategoryName(line)}</p>
      <RowVersionFormItem error={merge.error} />
      <Target label="并入" choices={listCategoryMergeTargets(lines, line)} nothing="没有同级的其他分类" />
      <p className="drawer-note">
        {goers}将并入所选分类，同名的子分类合并为一个；指定该分类的优惠券改为所选分类。“{line.name}”随后删除，不能恢复。
      </p>
    </FormDrawer>
  )
}

function Target({ label, choices, nothing }: { label: string; choices: readonly CategoryOption[]; nothing: string }) {
  return (
    <Form.Item name="toId" label={label} required rules={[{ required: true, message: '请选择分类' }]}>
      <Select
        showSearch={{ optionFilterProp: 'label' }}
        options={[...choices]}
        placeholder="请选择分类"
        notFoundContent={nothing}
        getPopupContainer={getOverlayContainer}
      />
    </Form.Item>
  )
}
