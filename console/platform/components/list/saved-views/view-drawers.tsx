import { Form, Input, type InputRef } from 'antd'
import { useEffect, useRef } from 'react'
import { FormDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { toFormRule } from '#console/platform/components/forms/rule.ts'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { SAVED_VIEW_NAME_LENGTH_MAX, type SavedView, SavedViewName } from '#contract/people/saved-views/api.ts'
import { invalidatedBySavedView, savedViewApi } from './saved-view-api.ts'

interface Props {
  open: boolean
  close: () => void
}

interface Values {
  name: string
}

/** `names`: those of other views, and what is done with the view that has the typed one. */
function NameField({ names, replaces }: { names: readonly string[]; replaces: string }) {
  const typed: unknown = Form.useWatch('name')
  const field = useRef<InputRef>(null)
  // Not `autoFocus`: the drawer gives the focus back to what has it when it opens, which would be this field.
  useEffect(() => {
    const timer = setTimeout(() => field.current?.focus())
    return () => clearTimeout(timer)
  }, [])
  const known = typeof typed === 'string' && names.includes(typed.trim())
  return (
    <Form.Item
      name="name"
      label="视图名称"
      required
      rules={[toFormRule(SavedViewName)]}
      extra={<span aria-live="polite">{known ? replaces : '只有您自己看得到'}</span>}
    >
      <Input ref={field} autoComplete="off" maxLength={SAVED_VIEW_NAME_LENGTH_MAX} showCount placeholder="如 山西待发货" />
    </Form.Item>
  )
}

/** Keeps the filters of a list under a name. `labels`: those of the filters. */
export function SaveViewDrawer({
  open,
  close,
  names,
  labels,
  view,
}: Props & { names: readonly string[]; labels: readonly string[]; view: Pick<SavedView, 'list' | 'search'> }) {
  const save = useApiMutation(savedViewApi.save, { invalidates: invalidatedBySavedView, successMessage: '已存为视图', close })
  return (
    <FormDrawer<Values>
      title="存为视图"
      open={open}
      close={close}
      busy={save.isPending}
      initial={{}}
      submit={({ name }) => save.mutate({ list: view.list, name, search: view.search })}
      submitText="保存"
    >
      <p className="drawer-lead">保存的筛选：{labels.join('、')}</p>
      <NameField names={names} replaces="已有同名的视图，保存后改为现在的筛选" />
    </FormDrawer>
  )
}

/** Gives a view another name. */
export function RenameViewDrawer({ open, close, view }: Props & { view: SavedView }) {
  const rename = useApiMutation(savedViewApi.rename, { invalidates: invalidatedBySavedView, successMessage: '已改名', close })
  return (
    <FormDrawer<Values>
      title={`视图“${view.name}”改名`}
      open={open}
      close={close}
      busy={rename.isPending}
      initial={{ name: view.name }}
      submit={({ name }) => rename.mutate({ viewId: view.viewId, name })}
      submitText="保存"
    >
      <NameField names={[]} replaces="" />
    </FormDrawer>
  )
}
