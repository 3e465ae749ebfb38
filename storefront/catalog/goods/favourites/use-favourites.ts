import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { favouritesEndpoints } from '#contract/catalog/favourites/api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { showNotice } from '#storefront/platform/components/notify.ts'
import { usePermission } from '#storefront/platform/sessions/permissions/use-permission.ts'
import { sendOrHoldUntilLogin } from '#storefront/platform/sessions/send.ts'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { useInPunchOut, useLoggedIn } from '#storefront/platform/sessions/use-session.ts'

export const favouritesApi = createApiClient(favouritesEndpoints, sendOrHoldUntilLogin)

export const FAVOURITES_QUERY_KEY = ['favourites'] as const
const idsQuery = queryOptions({ queryKey: [...FAVOURITES_QUERY_KEY, 'ids'], queryFn: () => favouritesApi.ids({}) })

interface Change {
  goodsId: string
  liked: boolean
  /** The name of the goods. */
  name: string
}

/**
 * The favourites of the person, and a function to add or remove one. The change is shown at once, and the list is fetched again afterwards.
 */
export function useFavourites() {
  const guest = !useLoggedIn()
  // A visit from a procurement system has no favourites.
  const inPunchOut = useInPunchOut()
  const denied = usePermission('lookGoods', 'goods').reason !== undefined || inPunchOut
  const queries = useQueryClient()
  const ids = useQuery({ ...idsQuery, enabled: !guest && !denied })
  const change = async ({ goodsId, liked }: Change) => {
    // For a guest the heart is filled after the login.
    if (!guest)
      queries.setQueryData(idsQuery.queryKey, (known = []) => [...known.filter((id) => id !== goodsId), ...(liked ? [goodsId] : [])])
    try {
      await (liked ? favouritesApi.add({ goodsId }) : favouritesApi.delete({ goodsIds: [goodsId] }))
    } finally {
      void queries.invalidateQueries({ queryKey: FAVOURITES_QUERY_KEY })
    }
  }
  const toggle = useApiMutation(change, { onSuccess: (_, { name }) => guest && showNotice(`已收藏：${name}`) })
  return { denied, likes: (goodsId: string) => ids.data?.includes(goodsId) ?? false, toggle: toggle.mutate }
}
