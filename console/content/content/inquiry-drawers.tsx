import { Form, Input } from 'antd'
import { ReasonField } from '#console/platform/components/forms/fields.tsx'
import { FormDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { toFormRule } from '#console/platform/components/forms/rule.ts'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { type ConsoleInquiry, consoleInquiryEndpoints, INQUIRY_TEXT_MAX } from '#contract/people/inquiry/api.ts'
import { inquiryApi } from './content-api.ts'

interface Props {
  inquiry: ConsoleInquiry
  open: boolean
  close: () => void
  /** The question needs nothing more. */
  onDone: (id: string) => void
}

const moves = [['inquiry'], ['queue']] as const

/** The answer to a member, which is sent as a message; for a guest a note of the telephone call. */
export function AnswerInquiryDrawer({ inquiry: { id, name, text, enterpriseId }, open, close, onDone }: Props) {
  const guest = enterpriseId === null
  const answer = useApiMutation(inquiryApi.answer, {
    invalidates: moves,
    successMessage: guest ? '已记录' : '已回复，对方收到站内消息',
    close,
    onSuccess: () => onDone(id),
  })
  return (
    <FormDrawer<{ text: string }>
      open={open}
      close={close}
      busy={answer.isPending}
      initial={{}}
      title={`回复${name}`}
      submit={(values) => answer.mutate({ id, ...values })}
      submitText={guest ? '记下答复' : '发送回复'}
    >
      <p className="drawer-lead">{text}</p>
      {guest && <p className="drawer-note">访客收不到站内消息：请先打电话，再在这里记下答复的要点。</p>}
      <Form.Item
        name="text"
        label={guest ? '电话答复要点' : '回复内容'}
        required
        rules={[toFormRule(consoleInquiryEndpoints.answer.input.shape.text)]}
      >
        <Input.TextArea rows={6} showCount maxLength={INQUIRY_TEXT_MAX} autoFocus />
      </Form.Item>
    </FormDrawer>
  )
}

/** Closes an inquiry that needs no answer: advertising, a duplicate, a mistake. */
export function CloseInquiryDrawer({ inquiry: { id, name, text }, open, close, onDone }: Props) {
  const end = useApiMutation(inquiryApi.close, {
    invalidates: moves,
    successMessage: '已关闭',
    close,
    onSuccess: () => onDone(id),
  })
  return (
    <FormDrawer<{ reason: string }>
      open={open}
      close={close}
      busy={end.isPending}
      initial={{}}
      title={`关闭${name}的留言`}
      submit={(values) => end.mutate({ id, ...values })}
      submitText="关闭留言"
      grave
    >
      <p className="drawer-lead">{text}</p>
      <ReasonField focus />
    </FormDrawer>
  )
}
