import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Pagination } from 'antd'
import { useState } from 'react'
import type { DraftStore } from '#console/catalog/goods-editing/editor/draft-store.ts'
import { goodsApi } from '#console/catalog/goods-editing/goods-api.ts'
import { FoldableList } from '#console/platform/components/folded-list.tsx'
import { SideDrawer } from '#console/platform/components/forms/dialog.tsx'
import { useConfirm } from '#console/platform/components/forms/use-confirm.tsx'
import { EmptyState, QueryContent, SkeletonBars } from '#console/platform/components/states.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import type { GoodsContentDifference } from '#contract/catalog/goods-editing/shapes.ts'
import { formatShanghaiTimeToMinute } from '#ui/format.ts'

interface Props {
  store: DraftStore
  goodsId: string
  open: boolean
  close: () => void
  readAnew: () => Promise<void>
}

const PAGE = 10

/** All published versions, newest first, with author, time and changes. Any of them can become the draft. */
export function GoodsVersionHistoryDrawer({ store, goodsId, open, close, readAnew }: Props) {
  const [pageNo, setPage] = useState(1)
  const history = useQuery({
    queryKey: ['consoleGoods', 'history', goodsId, pageNo],
    queryFn: () => goodsApi.history({ goodsId, pageNo, pageSize: PAGE }),
    placeholderData: keepPreviousData,
  })
  const confirm = useConfirm()
  const restore = useApiMutation(goodsApi.restore, {
    successMessage: '已作为草稿，发布后生效',
    onSuccess: async () => {
      close()
      await readAnew()
    },
  })
  const openConfirm = (version: number) =>
    confirm({
      title: `以第 ${version} 版作为草稿？`,
      content: '现在的草稿会被替换；买家看到的不变，直到发布。',
      okText: '作为草稿',
      run: async () => {
        await store.flush()
        return restore.mutateAsync({ goodsId, rowVersion: store.read().rowVersion, version })
      },
    })
  return (
    <SideDrawer title="历史版本" open={open} close={close} size={640}>
      <QueryContent from={history} waiting={<SkeletonBars count={8} />}>
        {({ dataList, total }) =>
          total === 0 ? (
            <EmptyState title="还没有版本" next="每次发布保存一个版本；改价和上下架也记在这里" />
          ) : (
            <>
              <ol className="goods-versions">
                {dataList.map(({ id, version, published, by, at, note, differences }) => (
                  <li key={id}>
                    <div className="goods-version-head">
                      <strong>{published ? `第 ${version} 版` : note}</strong>
                      <span className="mute">
                        {by ?? '系统'} <span className="num">{formatShanghaiTimeToMinute(at)}</span>
                      </span>
                      {published && (
                        <Button size="small" onClick={() => openConfirm(version)}>
                          恢复
                        </Button>
                      )}
                    </div>
                    {published && note !== '' && <p>{note}</p>}
                    <Differences differences={differences} first={published && version === 1} />
                  </li>
                ))}
              </ol>
              {total > PAGE && (
                <Pagination current={pageNo} pageSize={PAGE} total={total} align="end" showSizeChanger={false} onChange={setPage} />
              )}
            </>
          )
        }
      </QueryContent>
    </SideDrawer>
  )
}

const LISTED = 12

function Differences({ differences, first }: { differences: readonly GoodsContentDifference[]; first: boolean }) {
  if (differences.length === 0) return <p className="mute">{first ? '第一个版本' : '内容没有变化'}</p>
  return (
    <FoldableList
      className="goods-changes"
      items={differences}
      shown={LISTED}
      render={({ path, label, from, to }) => (
        <li key={path}>
          {label}：<del>{from}</del> → <ins>{to}</ins>
        </li>
      )}
    />
  )
}
