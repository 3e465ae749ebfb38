import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { connect } from '../../../contract/client.ts'
import { favourites } from '../../../contract/favourites/api.ts'
import { showNotice } from '../../components/notify.ts'
import { send } from '../../session/send.ts'
import { useApiMutation } from '../../session/use-call.ts'
import { useAccess } from '../use-buying.ts'

export const favouritesApi = connect(favourites, send)

export const FAVOURITES_KEY = ['favourites'] as const
const idsQuery = queryOptions({ queryKey: [...FAVOURITES_KEY, 'ids'], queryFn: () => favouritesApi.ids({}) })

interface Change {
  goodsId: string
  liked: boolean
  /** Of the good. */
  name: string
}

/** What the person likes, and how he says that he does or no longer does; shown at once, read anew afterwards. */
export function useFavourites() {
  const access = useAccess('lookGoods')
  const queries = useQueryClient()
  const ids = useQuery({ ...idsQuery, enabled: access === 'may' })
  const guest = access === 'guest'
  const change = async ({ goodsId, liked }: Change) => {
    // A guest's heart is filled once he has logged in.
    if (!guest)
      queries.setQueryData(idsQuery.queryKey, (known = []) => [...known.filter((id) => id !== goodsId), ...(liked ? [goodsId] : [])])
    try {
      await (liked ? favouritesApi.add({ goodsId }) : favouritesApi.delete({ goodsIds: [goodsId] }))
    } finally {
      void queries.invalidateQueries({ queryKey: FAVOURITES_KEY })
    }
  }
  const toggle = useApiMutation(change, { done: (_, { name }) => guest && showNotice(`已收藏：${name}`) })
  return { access, likes: (goodsId: string) => ids.data?.includes(goodsId) ?? false, toggle: toggle.mutate }
}
