import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRef } from 'react'
import { QueryPage } from '#console/platform/components/states.tsx'
import { GoodsContent } from '#contract/catalog/goods-editing/content.ts'
import { GoodsEditor } from './editor/editor.tsx'
import { goodsDetailQuery } from './goods-api.ts'

/** 编辑商品: the editor of one product. Without an id in the URL the product is new; it gets its URL when it is saved for the first time. */
export function Page() {
  const { goodsId }: Partial<Record<string, string>> = useSearch({ strict: false })
  const navigate = useNavigate()
  const made = useRef<string>(undefined)
  if (goodsId === undefined || goodsId === made.current)
    return (
      <GoodsEditor
        key="new"
        detail={undefined}
        content={{ ...GoodsContent.parse({}), unit: '件' }}
        created={(id) => {
          made.current = id
          void navigate({ to: '.', search: { goodsId: id }, replace: true })
        }}
      />
    )
  return <Known key={goodsId} goodsId={goodsId} />
}

function Known({ goodsId }: { goodsId: string }) {
  // Later fetches never replace the input. A conflict is reported when the draft is saved.
  const detail = useQuery({ ...goodsDetailQuery(goodsId), gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false })
  return (
    <QueryPage title="编辑商品" from={detail}>
      {(found) => {
        const content = found.draft?.content ?? found.published
        return content && <GoodsEditor detail={found} content={content} created={() => undefined} />
      }}
    </QueryPage>
  )
}
