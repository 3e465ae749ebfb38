import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { commentEndpoints } from '#contract/orders/comments/api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { API_BASE } from '#contract/platform/core/envelope.ts'
import { sendOrHoldUntilLogin } from '#storefront/platform/sessions/send.ts'

export const commentApi = createApiClient(commentEndpoints, sendOrHoldUntilLogin)

const KEY = ['comment'] as const
export const PAGE_SIZE = 10
/** Invalidates the queries that a comment changes: the comments, the order, the counts of the user center. */
export const invalidatedByComment = [KEY, ['order'], ['message']] as const

/** The URL of a public picture. It is a plain URL, so that browsers cache it. */
export const commentPictureUrl = (id: string, fileId: string): string =>
  `${API_BASE}${commentEndpoints.picture.path}?id=${id}&fileId=${fileId}`

type CommentFilter = Partial<InputOf<typeof commentEndpoints.list>> & { goodsId: string }

/** A page of the comments on goods. While the next page loads, the last one stays visible. */
export const useGoodsComments = (filter: CommentFilter) =>
  useQuery({ queryKey: [...KEY, 'goods', filter], queryFn: () => commentApi.list(filter), placeholderData: keepPreviousData })

export const useCommentCounts = () => useQuery({ queryKey: [...KEY, 'count'], queryFn: () => commentApi.count({}) }).data

interface Part {
  orderNo: string | undefined
  pageNo: number
}

/** The lines that can be reviewed, of all orders or of one. */
export const useOrderLinesToReview = ({ orderNo, pageNo }: Part) =>
  useQuery({
    queryKey: [...KEY, 'todo', orderNo ?? '', pageNo],
    queryFn: () => commentApi.todo({ orderNo, pageNo, pageSize: PAGE_SIZE }),
    placeholderData: keepPreviousData,
  })

/** The comments of one's own enterprise. */
export const useEnterpriseComments = ({ orderNo, pageNo }: Part) =>
  useQuery({
    queryKey: [...KEY, 'mine', orderNo ?? '', pageNo],
    queryFn: () => commentApi.mine({ orderNo, pageNo, pageSize: PAGE_SIZE }),
    placeholderData: keepPreviousData,
  })
