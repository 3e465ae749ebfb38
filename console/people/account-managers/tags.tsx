import { useQuery } from '@tanstack/react-query'
import { Form, Select } from 'antd'
import { FormDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { getParentOverlayContainer } from '#console/platform/components/forms/overlays.ts'
import type { FilterPickerComponent } from '#console/platform/components/list/filter-bar.tsx'
import { OptionFilterPicker } from '#console/platform/components/list/option-picker.tsx'
import type { EnterpriseTag } from '#contract/people/account-managers/tags.ts'
import './account-managers.css'

/** The tags of a company or an order. */
export const EnterpriseTagChips = ({ tags }: { tags: readonly EnterpriseTag[] }) => (
  <span className="chips">
    {tags.map(({ tagId, name }) => (
      <span key={tagId} className="chip">
        {name}
      </span>
    ))}
  </span>
)

/** Where the tags to choose from come from. Whoever sees orders and no companies has a call of his own, which counts none. */
export interface TagsQuery {
  queryKey: readonly string[]
  queryFn: () => Promise<readonly (EnterpriseTag & { companies?: number })[]>
}

interface TagsDrawerProps {
  /** The tags as they were when it was opened: one that a colleague adds meanwhile is not removed. */
  tags: readonly EnterpriseTag[]
  query: TagsQuery
  max: number
  change: (change: { addTagIds: string[]; removeTagIds: string[] }) => void
  busy: boolean
  open: boolean
  close: () => void
}

/** Gives tags to a company or an order, and takes others. */
export function TagsDrawer({ tags, query, max, change, busy, open, close }: TagsDrawerProps) {
  const all = useQuery({ queryKey: query.queryKey, queryFn: query.queryFn })
  const had = tags.map(({ tagId }) => tagId)
  const options = (all.data ?? tags).map(({ tagId, name }) => ({ value: tagId, label: name }))
  return (
    <FormDrawer<{ tagIds: string[] }>
      title="编辑标签"
      open={open}
      close={close}
      busy={busy}
      initial={{ tagIds: had }}
      submit={({ tagIds }) =>
        change({ addTagIds: tagIds.filter((id) => !had.includes(id)), removeTagIds: had.filter((id) => !tagIds.includes(id)) })
      }
      submitText="保存"
    >
      <Form.Item name="tagIds" label="标签" extra="可选的标签由客服在“客户经理”页的“标签”里维护">
        <Select
          mode="multiple"
          maxCount={max}
          options={options}
          loading={all.isPending}
          showSearch={{ optionFilterProp: 'label' }}
          getPopupContainer={getParentOverlayContainer}
          placeholder="没有标签"
          notFoundContent={all.error ? all.error.message : '没有这个标签'}
        />
      </Form.Item>
    </FormDrawer>
  )
}

/** Makes a filter by a tag. */
export const createTagFilterPicker =
  (query: TagsQuery, placeholder: string): FilterPickerComponent =>
  (props) => {
    const tags = useQuery({ queryKey: query.queryKey, queryFn: query.queryFn })
    return (
      <OptionFilterPicker
        {...props}
        choices={(tags.data ?? []).map(({ tagId, name, companies }) => ({
          value: tagId,
          label: companies === undefined ? name : `${name}（${companies} 家）`,
        }))}
        loading={tags.isPending}
        error={tags.error}
        placeholder={placeholder}
        other="所选标签"
        nothing="还没有标签"
      />
    )
  }
