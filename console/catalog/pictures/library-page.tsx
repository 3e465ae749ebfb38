import { useQueryClient } from '@tanstack/react-query'
import { Button, Pagination } from 'antd'
import { useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { useConfirm } from '#console/platform/components/forms/use-confirm.tsx'
import { FilterBar } from '#console/platform/components/list/filter-bar.tsx'
import { flagFilter } from '#console/platform/components/list/filters.ts'
import { useListFromSearchParams } from '#console/platform/components/list/use-list.ts'
import { PageHead } from '#console/platform/components/panel.tsx'
import { EmptyState, QueryContent, SkeletonBars } from '#console/platform/components/states.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import type { GoodsLibraryPicture } from '#contract/catalog/pictures/picture-api.ts'
import { getPictureUrl } from '#contract/catalog/pictures/picture-urls.ts'
import { formatShanghaiTimeToMinute } from '#ui/format.ts'
import { UpdatePictureDescriptionDrawer } from './alt-drawer.tsx'
import { GoodsDocumentsPanel } from './documents-panel.tsx'
import { PictureDropArea } from './picture-drop.tsx'
import { pictureApi } from './pictures-api.ts'
import { usePictureUploads } from './use-uploads.ts'

const fields = { unused: flagFilter('只看未使用') }
const QUERY = ['goods-picture'] as const
/** How many can be chosen at once. */
const BATCH = 100

/** 图片与文件: the pictures and documents that staff have uploaded for goods. */
export function Page() {
  return (
    <>
      <PageHead
        title="图片与文件"
        note="编辑商品时上传的也在这里；文件可以在编辑时再次选用。未使用的在上传一天后自动删除；用过的一直保留，因为订单和历史版本还要显示。"
      />
      <Pictures />
      <GoodsDocumentsPanel />
    </>
  )
}

function Pictures() {
  const queries = useQueryClient()
  const uploads = usePictureUploads(() => void queries.invalidateQueries({ queryKey: QUERY }))
  const { search, result } = useListFromSearchParams({ queryKey: QUERY, fields, list: (asked, options) => pictureApi.list(asked, options) })
  const editing = useDrawer<GoodsLibraryPicture>()
  const { pageNo, pageSize } = search.values
  return (
    <section className="panel" aria-label="图片">
      <div className="library-drop">
        <PictureDropArea what="图片" most={BATCH} uploads={uploads} />
      </div>
      <FilterBar fields={fields} {...search} />
      <QueryContent from={result} waiting={<SkeletonBars count={6} height={64} />}>
        {({ dataList, total }) =>
          total === 0 ? (
            <EmptyState title="没有图片" next="把图片拖到上面；一次可以选择多张" />
          ) : (
            <>
              <ul className="library-grid">
                {dataList.map((picture) => (
                  <Card key={picture.id} picture={picture} edit={() => editing.show(picture)} />
                ))}
              </ul>
              <Pagination
                current={pageNo}
                pageSize={pageSize}
                total={total}
                align="end"
                showSizeChanger={false}
                onChange={(next) => search.turn({ pageNo: next, pageSize })}
              />
            </>
          )
        }
      </QueryContent>
      {editing.subject && (
        <UpdatePictureDescriptionDrawer key={editing.subject.id} picture={editing.subject} open={editing.open} close={editing.close} />
      )}
    </section>
  )
}

function Card({
  picture: { id, alt, width, height, createdAt, staffName, used },
  edit,
}: {
  picture: GoodsLibraryPicture
  edit: () => void
}) {
  const confirm = useConfirm()
  const remove = useApiMutation(() => pictureApi.delete({ id }), { invalidates: [QUERY], successMessage: '已删除' })
  return (
    <li>
      <img src={getPictureUrl(id, 320, 'webp')} alt={alt} width={160} height={160} loading="lazy" />
      <p className="library-alt">{alt === '' ? <span className="mute">没有说明</span> : alt}</p>
      <small className="mute num">
        {`${width} × ${height}，${formatShanghaiTimeToMinute(createdAt)}`}
        <br />
        {staffName === '' ? '演示数据' : staffName}
      </small>
      <div className="row-actions">
        <Tag tone={used ? 'good' : 'wait'}>{used ? '已使用' : '未使用'}</Tag>
        <Button size="small" onClick={edit}>
          说明
        </Button>
        {!used && (
          <Button
            size="small"
            onClick={() =>
              confirm({
                title: '删除这张图片？',
                content: '还没有商品使用它。删除后不能恢复。',
                okText: '删除',
                grave: true,
                run: () => remove.mutateAsync(undefined),
              })
            }
          >
            删除
          </Button>
        )}
      </div>
    </li>
  )
}
