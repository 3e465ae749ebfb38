import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { comment } from '#contract/orders/comments/api.ts'
import { connect } from '#contract/platform/core/client.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { API_BASE } from '#contract/platform/core/envelope.ts'
import { send } from '#storefront/platform/sessions/send.ts'

export const commentApi = connect(comment, send)

const KEY = ['comment'] as const
export const PAGE_SIZE = 10
/** What a word of a buyer moves: the comments, his order, what the centre counts. */
export const invalidatedByComment = [KEY, ['order'], ['message']] as const

/** Where a public picture lies: a plain address, so that browsers keep it. */
export const pictureUrl = (id: string, fileId: string): string => `${API_BASE}${comment.picture.path}?id=${id}&fileId=${fileId}`

type Wish = Partial<InputOf<typeof comment.list>> & { goodsId: string }

/** A page of what everybody says of a good. While the next one loads, the last one stays on the screen. */
export const useGoodsComments = (wish: Wish) =>
  useQuery({ queryKey: [...KEY, 'goods', wish], queryFn: () => commentApi.list(wish), placeholderData: keepPreviousData })

export const useCommentCounts = () => useQuery({ queryKey: [...KEY, 'count'], queryFn: () => commentApi.count({}) }).data

interface Part {
  orderNo: string | undefined
  pageNo: number
}

/** Lines that wait for a review; of one order, where it is named. */
export const useToReview = ({ orderNo, pageNo }: Part) =>
  useQuery({
    queryKey: [...KEY, 'todo', orderNo ?? '', pageNo],
    queryFn: () => commentApi.todo({ orderNo, pageNo, pageSize: PAGE_SIZE }),
    placeholderData: keepPreviousData,
  })

/** What one's own company has said. */
export const useOwnComments = ({ orderNo, pageNo }: Part) =>
  useQuery({
    queryKey: [...KEY, 'mine', orderNo ?? '', pageNo],
    queryFn: () => commentApi.mine({ orderNo, pageNo, pageSize: PAGE_SIZE }),
    placeholderData: keepPreviousData,
  })
