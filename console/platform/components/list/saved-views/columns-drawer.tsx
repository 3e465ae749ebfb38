import { Button, Checkbox } from 'antd'
import { useState } from 'react'
import { SideDrawer } from '#console/platform/components/forms/dialog.tsx'
import { QueryContent, SkeletonBars } from '#console/platform/components/states.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { invalidatedBySavedView, savedViewApi, useSavedViewsOfList } from './saved-view-api.ts'

interface Props {
  open: boolean
  close: () => void
  /** The titles of all columns. */
  titles: readonly string[]
}

/** The choice of a list's columns, for the person alone. The first column is always shown. */
export function ListColumnsDrawer({ open, close, titles }: Props) {
  const { query } = useSavedViewsOfList()
  return (
    <SideDrawer title="列" open={open} close={close} size={320}>
      <QueryContent from={query} waiting={<SkeletonBars count={titles.length} />}>
        {() => <Choice titles={titles} close={close} />}
      </QueryContent>
    </SideDrawer>
  )
}

function Choice({ titles, close }: Omit<Props, 'open'>) {
  const { list, hidden: stored = [] } = useSavedViewsOfList()
  const [hidden, setHidden] = useState(() => stored.filter((title) => titles.slice(1).includes(title)))
  const save = useApiMutation(savedViewApi.setHiddenColumns, {
    invalidates: invalidatedBySavedView,
    successMessage: '已更新列',
    close,
  })
  return (
    <form
      className="columns-form"
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate({ list, titles: hidden })
      }}
    >
      <fieldset>
        <legend>只影响您自己看到的表格；导出的文件仍含全部列。</legend>
        {titles.map((title, at) => (
          <Checkbox
            key={title}
            checked={!hidden.includes(title)}
            disabled={at === 0}
            onChange={({ target }) => setHidden((was) => (target.checked ? was.filter((one) => one !== title) : [...was, title]))}
          >
            {title}
          </Checkbox>
        ))}
      </fieldset>
      <div className="drawer-foot">
        <Button disabled={hidden.length === 0} onClick={() => setHidden([])}>
          恢复默认
        </Button>
        <Button type="primary" htmlType="submit" loading={save.isPending}>
          保存
        </Button>
      </div>
    </form>
  )
}
