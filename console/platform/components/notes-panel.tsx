import type { QueryKey } from '@tanstack/react-query'
import { Button, Form, Input } from 'antd'
import { FormDrawer, useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { toFormRule } from '#console/platform/components/forms/rule.ts'
import { type Column, customColumn, proseColumn } from '#console/platform/components/list/columns.tsx'
import { PagedListPanel } from '#console/platform/components/list/paged-panel.tsx'
import type { RowPage } from '#console/platform/components/list/use-list.ts'
import type { CallWithAccessRule } from '#console/platform/sessions/permissions.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import type { CallOptions } from '#contract/platform/core/client.ts'
import { RequiredText } from '#contract/platform/core/fields.ts'
import { toDisabledProps } from '#ui/disabled-by.ts'
import { AuthorAndTime } from './author.tsx'
import { useApiMutation } from './use-api-mutation.ts'

interface Note {
  id: string
  text: string
  staffName: string
  at: Date
}

const NOTE_MAX = 1_000

const columns: Column<Note>[] = [
  customColumn({ title: '记录', width: 150, value: ({ staffName, at }) => <AuthorAndTime name={staffName} at={at} /> }),
  proseColumn({ title: '备注', value: ({ text }) => <span className="written">{text}</span> }),
]

interface Props {
  /** Of what the notes are; other notes need another key. */
  queryKey: QueryKey
  load: (paging: { pageNo: number; pageSize: number }, options: CallOptions) => Promise<RowPage<Note>>
  add: (text: string) => Promise<unknown>
  /** The call that adds one. */
  call: CallWithAccessRule
  /** Why no note is added any more; left out: notes are. */
  closedBecause?: string | undefined
}

function NoteDrawer({ queryKey, add, open, close }: Pick<Props, 'queryKey' | 'add'> & { open: boolean; close: () => void }) {
  const adding = useApiMutation(add, { invalidates: [queryKey], successMessage: '已添加', close })
  return (
    <FormDrawer<{ text: string }>
      title="添加内部备注"
      open={open}
      close={close}
      busy={adding.isPending}
      initial={{}}
      submit={({ text }) => adding.mutate(text)}
      submitText="添加"
    >
      <p className="drawer-lead">只有运营人员看得到。添加后不能修改。</p>
      <Form.Item name="text" label="备注" required rules={[toFormRule(RequiredText(NOTE_MAX, '请填写备注'))]}>
        <Input.TextArea rows={6} showCount maxLength={NOTE_MAX} autoFocus />
      </Form.Item>
    </FormDrawer>
  )
}

/** 内部备注: what staff have noted about something, the newest first. Buyers see nothing of it. */
export function InternalNotesPanel({ queryKey, load, add, call, closedBecause }: Props) {
  const drawer = useDrawer<true>()
  const { reason: why } = usePermission(call)
  return (
    <>
      <PagedListPanel
        name="notes"
        title="内部备注"
        extra={
          <Button {...toDisabledProps(why ?? closedBecause)} onClick={() => drawer.show(true)}>
            添加备注
          </Button>
        }
        queryKey={queryKey}
        load={load}
        columns={columns}
        rowKey={({ id }) => id}
        width={480}
        empty="还没有备注"
      />
      {drawer.subject && <NoteDrawer queryKey={queryKey} add={add} open={drawer.open} close={drawer.close} />}
    </>
  )
}
