import { Drawer, Form, Input } from 'antd'
import { type ConsoleComment, TEXT_MAX } from '../../contract/comments/shapes.ts'
import { RequiredText } from '../../contract/fields.ts'
import { ReasonField } from '../kit/form/fields.tsx'
import { FormDrawer } from '../kit/form/form-drawer.tsx'
import { overlays } from '../kit/form/overlays.ts'
import { ruleOf } from '../kit/form/rule.ts'
import { Papers } from '../kit/papers.tsx'
import { useCall } from '../kit/use-call.ts'
import { Words } from './comment-cells.tsx'
import { commentApi, commentMoves } from './comments-api.ts'

interface Props {
  one: ConsoleComment
  open: boolean
  close: () => void
}

/** 商家回复: everybody reads it below the comment; answered anew, the old answer is replaced. */
export function AnswerDrawer({ one, open, close }: Props) {
  const { enterpriseId, id } = one
  const answer = useCall(commentApi.answer, { refresh: commentMoves, said: '已回复，作者会收到消息', done: close })
  return (
    <FormDrawer<{ text: string }>
      title={one.answer === null ? '回复评论' : '修改回复'}
      open={open}
      close={close}
      busy={answer.isPending}
      initial={one.answer === null ? {} : { text: one.answer.text }}
      submit={({ text }) => answer.mutate({ enterpriseId, id, text })}
      submitText="回复"
    >
      <Words one={one} />
      <Form.Item name="text" label="商家回复（所有人可见）" required rules={[ruleOf(RequiredText(TEXT_MAX, '请填写内容'))]}>
        <Input.TextArea rows={5} showCount maxLength={TEXT_MAX} autoFocus />
      </Form.Item>
    </FormDrawer>
  )
}

/** 隐藏: out of everybody's sight but the author's, who reads why. */
export function HideDrawer({ one, open, close }: Props) {
  const { enterpriseId, id } = one
  const hide = useCall(commentApi.hide, { refresh: commentMoves, said: '已隐藏', done: close })
  return (
    <FormDrawer<{ reason: string }>
      title="隐藏评论"
      open={open}
      close={close}
      busy={hide.isPending}
      initial={{}}
      submit={({ reason }) => hide.mutate({ enterpriseId, id, reason })}
      submitText="隐藏"
      grave
    >
      <p className="drawer-lead">隐藏后商城不再显示该评论和图片，评分随之重算；可以恢复。</p>
      <ReasonField focus label="原因（作者会看到）" />
    </FormDrawer>
  )
}

/** Its pictures, one at a time. */
export function PicturesDrawer({ one, open, close }: Props) {
  const { enterpriseId, id, pictures } = one
  return (
    <Drawer title="评论图片" open={open} onClose={close} size={760} destroyOnHidden getContainer={overlays}>
      <Papers
        title={`图片 ${pictures.length} 张`}
        pictures={pictures.map((fileId, at) => ({ fileId, label: `图片 ${at + 1}` }))}
        none="没有图片"
        load={(fileId, options) => commentApi.picture({ enterpriseId, id, fileId }, options)}
      />
    </Drawer>
  )
}
