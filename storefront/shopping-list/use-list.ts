import { useQueryClient } from '@tanstack/react-query'
import { useCall } from '../session/use-call.ts'
import { listQuery, STANDING_KEY, standingApi } from '../standing/standing-api.ts'

/** What can be done with the lines of a list. Everything is read anew after it, also when it was refused. */
export function useList(id: string) {
  const queries = useQueryClient()
  const { queryKey } = listQuery(id)
  const options = { refresh: [STANDING_KEY] }
  const set = useCall((line: { skuId: string; goodsNum: number; note: string }) => standingApi.setLine({ id, ...line }), options)
  const remove = useCall((skuIds: string[]) => standingApi.deleteLines({ id, skuIds }), options)
  const arrange = useCall(async (skuIds: string[]) => {
    // Shown at once: a line that is moved stays under the finger.
    queries.setQueryData(
      queryKey,
      (list) => list && { ...list, lines: list.lines.toSorted((a, b) => skuIds.indexOf(a.sku.skuId) - skuIds.indexOf(b.sku.skuId)) },
    )
    await standingApi.arrange({ id, skuIds }).finally(() => void queries.invalidateQueries({ queryKey }))
  })
  const rename = useCall((name: string) => standingApi.modify({ id, name }), options)
  const drop = useCall(() => standingApi.delete({ id }), options)
  return { set, remove, arrange, rename, drop }
}
export type ListActs = ReturnType<typeof useList>
