import { type FormEvent, useState } from 'react'
import { COMMENT_PICTURES_MAX, COMMENT_TEXT_MAX, type CommentableOrderLine, type Stars } from '#contract/orders/comments/shapes.ts'
import { Button } from '#storefront/platform/components/button.tsx'
import { Checkbox } from '#storefront/platform/components/checkbox.tsx'
import { TextAreaField } from '#storefront/platform/components/field.tsx'
import { showNotice } from '#storefront/platform/components/notify.ts'
import { PictureUploadTileRow } from '#storefront/platform/components/picture-tiles.tsx'
import { usePersistedState } from '#storefront/platform/components/use-persisted-state.ts'
import { emitClientEvent } from '#storefront/platform/sessions/events.ts'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { commentApi, invalidatedByComment } from './comment-api.ts'
import { StarInput } from './stars.tsx'

interface Draft {
  stars: Stars | undefined
  text: string
  pictures: readonly string[]
  anonymous: boolean
}
const BLANK: Draft = { stars: undefined, text: '', pictures: [], anonymous: false }

/** The form to review a line: stars, text, pictures. Missing fields are reported when the form is sent. */
export function ReviewOrderLineForm({ line: { orderNo, lineNo, goodsName } }: { line: CommentableOrderLine }) {
  const [draft, setDraft, sent] = usePersistedState(`review of ${orderNo} ${lineNo}`, () => BLANK)
  const [tried, setTried] = useState(false)
  const { stars, text, pictures, anonymous } = draft
  const add = useApiMutation(commentApi.add, {
    clearStoredForm: sent,
    invalidates: invalidatedByComment,
    fields: ['stars', 'text', 'pictures'],
    onSuccess: ({ id, orderDone }) => {
      emitClientEvent('commentCreated', { orderNo, id })
      if (orderDone) emitClientEvent('orderStatusChanged', { orderNo })
      showNotice(orderDone ? '评论已发布，该订单已全部评论' : '评论已发布')
    },
  })
  const fieldErrors = add.errorsByField
  const change = (part: Partial<Draft>) => {
    add.clearError()
    setDraft((was) => ({ ...was, ...part }))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (stars === undefined || text.trim() === '') return
    add.mutate({ orderNo, lineNo, stars, text: text.trim(), pictures: [...pictures], anonymous })
  }
  return (
    <form aria-label={`评论${goodsName}`} onSubmit={submit} className="mt-4 border-t border-line-soft pt-4" noValidate>
      <StarInput
        value={stars}
        onChange={(next) => change({ stars: next })}
        error={tried && stars === undefined ? '请选择评分' : fieldErrors.stars}
      />
      <TextAreaField
        label="评论内容"
        required
        rows={4}
        maxLength={COMMENT_TEXT_MAX}
        placeholder="工况、寿命、配合情况，对同行最有用"
        value={text}
        onChange={({ target }) => change({ text: target.value })}
        error={tried && text.trim() === '' ? '请填写评论内容' : fieldErrors.text}
        hint={`${[...text].length}/${COMMENT_TEXT_MAX}`}
      />
      <PictureUploadTileRow
        purpose="comment"
        most={COMMENT_PICTURES_MAX}
        hint="发布后所有人可见，请勿拍到人脸和证件"
        pictures={pictures}
        error={fieldErrors.pictures}
        onChange={(next) => change({ pictures: next })}
      />
      <div className="mt-2 flex flex-wrap items-center justify-between gap-3">
        <Checkbox label="匿名评论" value={anonymous ? 'all' : 'none'} onChange={(next) => change({ anonymous: next })}>
          <span className="text-sm">匿名评论，企业名称显示为「某***公司」</span>
        </Checkbox>
        <Button type="submit" busy={add.isPending}>
          发布评论
        </Button>
      </div>
    </form>
  )
}
