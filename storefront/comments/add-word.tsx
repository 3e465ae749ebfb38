import { type ReactNode, useState } from 'react'
import { TEXT_MAX } from '../../contract/comments/shapes.ts'
import { Button } from '../parts/button.tsx'
import { TextAreaField } from '../parts/field.tsx'
import { FormButtons } from '../parts/form-buttons.tsx'
import { emit } from '../session/events.ts'
import { useCall } from '../session/use-call.ts'
import { AFTER_WORD, commentApi } from './comment-api.ts'

/** 补充: something to add to what one's company has said. `children`: what else can be done with it. */
export function AddWord({ id, children }: { id: string; children: ReactNode }) {
  const [writing, setWriting] = useState(false)
  const [text, setText] = useState('')
  const reply = useCall(() => commentApi.reply({ id, text: text.trim() }), {
    refresh: AFTER_WORD,
    done: ({ replyId }) => {
      emit('commentReplyCreated', { id, replyId })
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
        maxLength={TEXT_MAX}
        value={text}
        onChange={({ target }) => setText(target.value)}
        hint={`${[...text].length}/${TEXT_MAX}`}
      />
      <FormButtons submit="发布" busy={reply.isPending} disabled={text.trim() === ''} onCancel={() => setWriting(false)} />
    </form>
  )
}
