import { type ReactNode, useState } from 'react'
import { COMMENT_TEXT_MAX } from '#contract/orders/comments/shapes.ts'
import { Button } from '#storefront/platform/components/button.tsx'
import { TextAreaField } from '#storefront/platform/components/field.tsx'
import { FormButtons } from '#storefront/platform/components/form-buttons.tsx'
import { usePersistedState } from '#storefront/platform/components/use-persisted-state.ts'
import { emitClientEvent } from '#storefront/platform/sessions/events.ts'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { commentApi, invalidatedByComment } from './comment-api.ts'

/** 补充: adds to a comment of one's own enterprise. `children`: other actions. */
export function AddReplyToOwnCommentForm({ id, children }: { id: string; children: ReactNode }) {
  const [writing, setWriting] = useState(false)
  const [text, setText, sent] = usePersistedState(`word to ${id}`, () => '')
  const reply = useApiMutation(() => commentApi.reply({ id, text: text.trim() }), {
    clearStoredForm: sent,
    fields: ['text'],
    invalidates: invalidatedByComment,
    onSuccess: ({ replyId }) => {
      emitClientEvent('commentReplyCreated', { id, replyId })
      setText('')
      setWriting(false)
    },
  })
  if (!writing)
    return (
      <div className="mt-3 flex justify-end gap-2">
        {children}
        <Button look="line" size="sm" onClick={() => setWriting(true)}>
          补充评论
        </Button>
      </div>
    )
  return (
    <form
      className="mt-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '') reply.mutate(undefined)
      }}
    >
      <TextAreaField
        label="补充评论"
        rows={2}
        maxLength={COMMENT_TEXT_MAX}
        value={text}
        error={reply.errorsByField.text}
        onChange={({ target }) => {
          reply.clearError()
          setText(target.value)
        }}
        hint={`${[...text].length}/${COMMENT_TEXT_MAX}`}
      />
      <FormButtons submit="发布" busy={reply.isPending} disabled={text.trim() === ''} onCancel={() => setWriting(false)} />
    </form>
  )
}
