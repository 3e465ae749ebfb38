import { useQuery } from '@tanstack/react-query'
import { Button, Form, Input } from 'antd'
import { RotateCcw } from 'lucide-react'
import { FormDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { RowVersionFormItem, type RowVersionFormValues } from '#console/platform/components/forms/row-version-field.tsx'
import { useConfirm } from '#console/platform/components/forms/use-confirm.tsx'
import { Panel } from '#console/platform/components/panel.tsx'
import { QueryContent, SkeletonBars } from '#console/platform/components/states.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import type { MessageText } from '#contract/people/messaging/message-texts/api.ts'
import {
  findMessageTextContentError,
  MESSAGE_TEXT_CONTENT_MAX,
  MESSAGE_TEXT_TITLE_MAX,
  type MessageTextContent,
  type MessageTextName,
  messageTextTemplates,
  renderMessageTextWithSampleValues,
} from '#contract/people/messaging/message-texts/texts.ts'
import { formatShanghaiTimeToMinute } from '#ui/format.ts'
import { invalidatedByMessageText, messageTextApi, messageTextVersionsQuery } from './texts-api.ts'
import './message-texts.css'

interface Props {
  text: MessageText
  open: boolean
  close: () => void
}

/** The editor of one text, with its placeholders, a preview, and a button to restore the built-in text. */
export function UpdateMessageTextDrawer({ text, open, close }: Props) {
  const { textName, title, content, no, builtIn } = text
  const save = useApiMutation(messageTextApi.save, {
    invalidates: invalidatedByMessageText,
    successMessage: '已保存，从下一条起生效',
    close,
  })
  return (
    <FormDrawer<MessageTextContent & RowVersionFormValues>
      title={messageTextTemplates[textName].label}
      open={open}
      close={close}
      busy={save.isPending}
      initial={{ title, content, rowVersion: no }}
      submit={({ rowVersion, ...words }) => save.mutate({ textName, no: rowVersion, title: words.title ?? '', content: words.content })}
      submitText="保存"
      wide
    >
      <RowVersionFormItem error={save.error} />
      <WordsFields textName={textName} />
      <Read textName={textName} />
      {!builtIn && <Reset textName={textName} no={no} done={close} />}
      {no > 0 && <Versions textName={textName} />}
    </FormDrawer>
  )
}

function WordsFields({ textName }: { textName: MessageTextName }) {
  const form = Form.useFormInstance<MessageTextContent>()
  const { channel, facts } = messageTextTemplates[textName]
  const rule = async () => {
    const { title = '', content = '' } = form.getFieldsValue()
    const fault = findMessageTextContentError(textName, { title, content })
    if (fault !== undefined) throw new Error(fault)
  }
  const put = (label: string) => {
    form.setFieldValue('content', `${form.getFieldValue('content') ?? ''}{${label}}`)
    void form.validateFields(['content']).catch(() => undefined)
  }
  return (
    <>
      {channel === 'message' && (
        <Form.Item name="title" label="标题" required>
          <Input autoComplete="off" maxLength={MESSAGE_TEXT_TITLE_MAX} />
        </Form.Item>
      )}
      <Form.Item name="content" label="内容" required dependencies={['title']} rules={[{ validator: rule }]}>
        <Input.TextArea rows={4} showCount maxLength={MESSAGE_TEXT_CONTENT_MAX} />
      </Form.Item>
      <fieldset className="text-places" aria-label="可用的占位符">
        {Object.values(facts).map(({ label, needed }) => (
          <Button key={label} size="small" onClick={() => put(label)}>
            {`{${label}}`}
            {needed && <span className="text-needed">必要</span>}
          </Button>
        ))}
        {Object.keys(facts).length === 0 && <span className="mute">这条文字不使用占位符</span>}
      </fieldset>
    </>
  )
}

/** A preview of the typed text; while it is invalid, of the text in use. */
function Read({ textName }: { textName: MessageTextName }) {
  const typed = Form.useWatch([], Form.useFormInstance<MessageTextContent>())
  const { title, content } = renderMessageTextWithSampleValues(textName, { title: typed?.title ?? '', content: typed?.content ?? '' })
  return (
    <Panel title="预览" className="text-preview">
      <div aria-live="polite">
        {title !== '' && <strong>{title}</strong>}
        <p>{content}</p>
      </div>
    </Panel>
  )
}

function Reset({ textName, no, done }: { textName: MessageTextName; no: number; done: () => void }) {
  const confirm = useConfirm()
  const reset = useApiMutation(messageTextApi.reset, {
    invalidates: invalidatedByMessageText,
    successMessage: '已恢复内置文字',
    onSuccess: done,
  })
  const { title, content } = messageTextTemplates[textName]
  const openConfirm = () =>
    confirm({
      title: '恢复内置文字？',
      okText: '恢复',
      content: [title, content].filter(Boolean).join('：'),
      run: () => reset.mutateAsync({ textName, no }),
    })
  return (
    <Button icon={<RotateCcw size={14} aria-hidden />} onClick={openConfirm}>
      恢复内置文字
    </Button>
  )
}

/** Earlier versions. Each can be put into the editor again. */
function Versions({ textName }: { textName: MessageTextName }) {
  const form = Form.useFormInstance<MessageTextContent>()
  const found = useQuery(messageTextVersionsQuery(textName))
  return (
    <Panel title="历史版本" className="text-versions">
      <QueryContent from={found} waiting={<SkeletonBars count={3} />}>
        {(versions) => (
          <ol>
            {versions.map(({ no, title, content, builtIn, by, at }) => (
              <li key={no}>
                <div>
                  <span className="mute num">
                    第 {no} 版 · {by} · {at && formatShanghaiTimeToMinute(at)}
                  </span>
                  {builtIn && <Tag tone="over">内置</Tag>}
                  <Button size="small" onClick={() => form.setFieldsValue({ title, content })}>
                    填入
                  </Button>
                </div>
                <p>{[title, content].filter(Boolean).join('：')}</p>
              </li>
            ))}
          </ol>
        )}
      </QueryContent>
    </Panel>
  )
}
