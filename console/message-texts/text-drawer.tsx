import { useQuery } from '@tanstack/react-query'
import { Button, Form, Input } from 'antd'
import { RotateCcw } from 'lucide-react'
import type { MessageText } from '../../contract/messaging/texts/api.ts'
import { CONTENT_MAX, faultOfWords, preview, type TextName, TITLE_MAX, texts, type Words } from '../../contract/messaging/texts/texts.ts'
import { minute } from '../../ui/format.ts'
import { FormDrawer } from '../kit/form/form-drawer.tsx'
import { useConfirm } from '../kit/form/use-confirm.tsx'
import { Panel } from '../kit/panel.tsx'
import { Bars, Loaded } from '../kit/states.tsx'
import { Tag } from '../kit/tag.tsx'
import { useCall } from '../kit/use-call.ts'
import { textApi, textMoves, versionsQuery } from './texts-api.ts'
import './message-texts.css'

interface Props {
  text: MessageText
  open: boolean
  close: () => void
}

/** The words of one text: written with its places, read as they will be, taken back to what was built in. */
export function TextDrawer({ text, open, close }: Props) {
  const { textName, title, content, no, builtIn } = text
  const save = useCall(textApi.save, { refresh: textMoves, said: '已保存，从下一条起生效', done: close })
  return (
    <FormDrawer<Words>
      title={texts[textName].label}
      open={open}
      close={close}
      busy={save.isPending}
      initial={{ title, content }}
      submit={(words) => save.mutate({ textName, no, title: words.title ?? '', content: words.content })}
      submitText="保存"
      wide
    >
      <WordsFields textName={textName} />
      <Read textName={textName} />
      {!builtIn && <Reset textName={textName} no={no} done={close} />}
      {no > 0 && <Versions textName={textName} />}
    </FormDrawer>
  )
}

function WordsFields({ textName }: { textName: TextName }) {
  const form = Form.useFormInstance<Words>()
  const { channel, facts } = texts[textName]
  const rule = async () => {
    const { title = '', content = '' } = form.getFieldsValue()
    const fault = faultOfWords(textName, { title, content })
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
          <Input autoComplete="off" maxLength={TITLE_MAX} />
        </Form.Item>
      )}
      <Form.Item name="content" label="内容" required dependencies={['title']} rules={[{ validator: rule }]}>
        <Input.TextArea rows={4} showCount maxLength={CONTENT_MAX} />
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

/** What is typed, as somebody will read it; as long as it cannot be sent, the words that are sent now. */
function Read({ textName }: { textName: TextName }) {
  const typed = Form.useWatch([], Form.useFormInstance<Words>())
  const { title, content } = preview(textName, { title: typed?.title ?? '', content: typed?.content ?? '' })
  return (
    <Panel title="预览" className="text-preview">
      <div aria-live="polite">
        {title !== '' && <strong>{title}</strong>}
        <p>{content}</p>
      </div>
    </Panel>
  )
}

function Reset({ textName, no, done }: { textName: TextName; no: number; done: () => void }) {
  const confirm = useConfirm()
  const reset = useCall(textApi.reset, { refresh: textMoves, said: '已恢复内置文字', done })
  const { title, content } = texts[textName]
  const ask = () =>
    confirm({
      ...{ title: '恢复内置文字？', okText: '恢复' },
      content: [title, content].filter(Boolean).join('：'),
      run: () => reset.mutateAsync({ textName, no }),
    })
  return (
    <Button icon={<RotateCcw size={14} aria-hidden />} onClick={ask}>
      恢复内置文字
    </Button>
  )
}

/** What it said before; earlier words can be put into the form again. */
function Versions({ textName }: { textName: TextName }) {
  const form = Form.useFormInstance<Words>()
  const found = useQuery(versionsQuery(textName))
  return (
    <Panel title="历史版本" className="text-versions">
      <Loaded from={found} waiting={<Bars count={3} />}>
        {(versions) => (
          <ol>
            {versions.map(({ no, title, content, builtIn, by, at }) => (
              <li key={no}>
                <div>
                  <span className="mute num">
                    第 {no} 版 · {by} · {at && minute(at)}
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
      </Loaded>
    </Panel>
  )
}
