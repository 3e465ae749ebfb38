import { Form, Input } from 'antd'
import { SideDrawer } from '#console/platform/components/forms/dialog.tsx'
import { ReasonField } from '#console/platform/components/forms/fields.tsx'
import { FormDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { toFormRule } from '#console/platform/components/forms/rule.ts'
import { PictureViewer } from '#console/platform/components/picture-viewer.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { COMMENT_TEXT_MAX, type ConsoleComment } from '#contract/orders/comments/shapes.ts'
import { RequiredText } from '#contract/platform/core/fields.ts'
import { CommentTextAndRepliesCell } from './comment-cells.tsx'
import { commentApi, invalidatedByComment } from './comments-api.ts'

interface Props {
  one: ConsoleComment
  open: boolean
  close: () => void
}

interface DecisionProps extends Props {
  /** Called after the decision: the next row follows. */
  decided: (id: string) => void
}

/** 商家回复: everybody reads it below the comment. A new reply replaces the old one. */
export function AnswerCommentDrawer({ one, open, close, decided }: DecisionProps) {
  const { enterpriseId, id } = one
  const answer = useApiMutation(commentApi.answer, {
    invalidates: invalidatedByComment,
    successMessage: '已回复，作者会收到消息',
    close,
    afterSuccess: () => decided(id),
  })
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
      <CommentTextAndRepliesCell one={one} />
      <Form.Item name="text" label="商家回复（所有人可见）" required rules={[toFormRule(RequiredText(COMMENT_TEXT_MAX, '请填写内容'))]}>
        <Input.TextArea rows={5} showCount maxLength={COMMENT_TEXT_MAX} autoFocus />
      </Form.Item>
    </FormDrawer>
  )
}

/** 隐藏: hides a comment from everybody but its author, who reads the reason. */
export function HideCommentDrawer({ one, open, close, decided }: DecisionProps) {
  const { enterpriseId, id } = one
  const hide = useApiMutation(commentApi.hide, {
    invalidates: invalidatedByComment,
    successMessage: '已隐藏',
    close,
    afterSuccess: () => decided(id),
  })
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

/** The pictures of a comment, one at a time. */
export function CommentPicturesDrawer({ one, open, close }: Props) {
  const { enterpriseId, id, pictures } = one
  return (
    <SideDrawer title="评论图片" open={open} close={close} size={760}>
      <PictureViewer
        title={`图片 ${pictures.length} 张`}
        pictures={pictures.map((fileId, at) => ({ fileId, label: `图片 ${at + 1}` }))}
        none="没有图片"
        load={(fileId, options) => commentApi.picture({ enterpriseId, id, fileId }, options)}
      />
    </SideDrawer>
  )
}
