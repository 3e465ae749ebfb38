import { type FormEvent, useState } from 'react'
import { type LineToReview, PICTURES_MAX, type Stars, TEXT_MAX } from '../../contract/comments/shapes.ts'
import { Button } from '../parts/button.tsx'
import { TextAreaField } from '../parts/field.tsx'
import { showNotice } from '../parts/notify.ts'
import { PictureTiles } from '../parts/picture-tiles.tsx'
import { Tick } from '../parts/tick.tsx'
import { emit } from '../session/events.ts'
import { useCall } from '../session/use-call.ts'
import { AFTER_WORD, commentApi } from './comment-api.ts'
import { StarChoice } from './stars.tsx'

interface Draft {
  stars: Stars | undefined
  text: string
  pictures: readonly string[]
  anonymous: boolean
}
const BLANK: Draft = { stars: undefined, text: '', pictures: [], anonymous: false }

/** What a line was like: stars, words, pictures. What is missing is said at its field once it is sent. */
export function ReviewForm({ line: { orderNo, lineNo, goodsName } }: { line: LineToReview }) {
  const [draft, setDraft] = useState(BLANK)
  const [tried, setTried] = useState(false)
  const { stars, text, pictures, anonymous } = draft
  const change = (part: Partial<Draft>) => setDraft((was) => ({ ...was, ...part }))
  const add = useCall(commentApi.add, {
    refresh: AFTER_WORD,
    done: ({ id, orderDone }) => {
      emit('commentCreated', { orderNo, id })
      if (orderDone) emit('orderStatusChanged', { orderNo })
      showNotice(orderDone ? '评论已发布，该订单已全部评论' : '评论已发布')
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (stars === undefined || text.trim() === '') return
    add.mutate({ orderNo, lineNo, stars, text: text.trim(), pictures: [...pictures], anonymous })
  }
  return (
    <form aria-label={`评论${goodsName}`} onSubmit={submit} className="mt-4 border-t border-line-soft pt-4" noValidate>
      <StarChoice
        value={stars}
        onChange={(next) => change({ stars: next })}
        error={tried && stars === undefined ? '请选择评分' : undefined}
      />
      <TextAreaField
        label="评论内容"
        required
        rows={4}
        maxLength={TEXT_MAX}
        placeholder="工况、寿命、配合情况，对同行最有用"
        value={text}
        onChange={({ target }) => change({ text: target.value })}
        error={tried && text.trim() === '' ? '请填写评论内容' : undefined}
        hint={`${[...text].length}/${TEXT_MAX}`}
      />
      <PictureTiles
        purpose="comment"
        most={PICTURES_MAX}
        hint="发布后所有人可见，请勿拍到人脸和证件"
        pictures={pictures}
        onChange={(next) => change({ pictures: next })}
      />
      <div className="mt-2 flex flex-wrap items-center justify-between gap-3">
        <Tick label="匿名评论" value={anonymous ? 'all' : 'none'} onChange={(next) => change({ anonymous: next })}>
          <span className="text-sm">匿名评论，企业名称显示为「某***公司」</span>
        </Tick>
        <Button type="submit" busy={add.isPending}>
          发布评论
        </Button>
      </div>
    </form>
  )
}
