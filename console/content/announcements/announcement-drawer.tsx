import { Checkbox, Form, Input } from 'antd'
import { DayField } from '#console/platform/components/forms/fields.tsx'
import { FormDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { MarkdownField, MarkdownPreview } from '#console/platform/components/forms/markdown-field.tsx'
import { RowVersionFormItem, type RowVersionFormValues } from '#console/platform/components/forms/row-version-field.tsx'
import { toFormRule } from '#console/platform/components/forms/rule.ts'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { useNow } from '#console/platform/components/use-now.ts'
import { announcementFields, type ConsoleAnnouncement } from '#contract/people/messaging/announcement-api.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { ANNOUNCEMENTS_QUERY_KEY, announcementApi } from './announcements-api.ts'

interface Fields extends RowVersionFormValues {
  title: string
  text: string
  dateFrom: string
  dateTo?: string
  pinned: boolean
}

function fieldsOf({ title, text, dateFrom, dateTo, pinned, rowVersion }: ConsoleAnnouncement): Fields {
  return { title, text, dateFrom, ...(dateTo === null ? {} : { dateTo }), pinned, rowVersion }
}

/** The text of an announcement with a preview, and its days. */
export function CreateOrEditAnnouncementDrawer({
  known,
  open,
  close,
}: {
  known: ConsoleAnnouncement | undefined
  open: boolean
  close: () => void
}) {
  const today = toShanghaiDay(useNow())
  const save = useApiMutation(announcementApi.save, {
    invalidates: [ANNOUNCEMENTS_QUERY_KEY],
    successMessage: known ? '已保存' : '已发布',
    close,
  })
  const submit = ({ dateTo, ...rest }: Fields) => save.mutate({ ...(known ? { id: known.id } : {}), ...rest, dateTo: dateTo || null })
  return (
    <FormDrawer<Fields>
      title={known ? '修改公告' : '发布公告'}
      open={open}
      close={close}
      busy={save.isPending}
      submitText={known ? '保存' : '发布'}
      submit={submit}
      wide
      initial={known ? fieldsOf(known) : { dateFrom: today, pinned: false, rowVersion: 0 }}
    >
      <RowVersionFormItem error={save.error} />
      <Form.Item name="title" label="标题" required rules={[toFormRule(announcementFields.title)]}>
        <Input autoComplete="off" maxLength={50} />
      </Form.Item>
      <MarkdownField rule={announcementFields.text} rows={10} />
      <Shown />
      <div className="field-pair">
        <DayField name="dateFrom" label="开始日期" />
        <DayField name="dateTo" label="结束日期（不填为长期）" optional notBefore="dateFrom" />
      </div>
      <Form.Item name="pinned" valuePropName="checked">
        <Checkbox>置顶</Checkbox>
      </Form.Item>
    </FormDrawer>
  )
}

function Shown() {
  const typed = Form.useWatch([], Form.useFormInstance<Fields>())
  return <MarkdownPreview title={typed?.title ?? ''} text={typed?.text ?? ''} />
}
