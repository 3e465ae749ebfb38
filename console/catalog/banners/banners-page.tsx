import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { ImagePlus, ImageUp, Plus } from 'lucide-react'
import { useRef } from 'react'
import { useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { type Column, countColumn, customColumn } from '#console/platform/components/list/columns.tsx'
import { DataTable, TableSkeleton } from '#console/platform/components/list/data-table.tsx'
import { PageHead, Panel } from '#console/platform/components/panel.tsx'
import { EditAndDeleteRowActions } from '#console/platform/components/row-actions.tsx'
import { EmptyState, QueryContent } from '#console/platform/components/states.tsx'
import { Tag, type TagTone } from '#console/platform/components/tag.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { bannerStates, type ConsoleBanner } from '#contract/catalog/banners/banner-api.ts'
import { CreateOrEditBannerDrawer } from './banner-drawer.tsx'
import { bannerApi, bannersQuery, invalidatedByBanner } from './banners-api.ts'
import './banners.css'

const tones: Record<ConsoleBanner['state'], TagTone> = { now: 'good', later: 'way', over: 'over', off: 'over' }

const columns: Column<ConsoleBanner>[] = [
  customColumn({ title: '横幅', value: (row) => <Shown row={row} /> }),
  customColumn({ title: '链接', width: 200, value: ({ target }) => <span className="banner-target">{target || '—'}</span> }),
  customColumn({
    title: '起止',
    width: 200,
    value: ({ dateFrom, dateTo }) => <span className="num">{`${dateFrom} 至 ${dateTo ?? '长期'}`}</span>,
  }),
  countColumn({ title: '排序', value: ({ position }) => position, width: 72 }),
  customColumn({ title: '状态', width: 88, value: (row) => <StateCell row={row} /> }),
]

const StateCell = ({ row: { state, ending } }: { row: ConsoleBanner }) => (
  <span className="tags">
    <Tag tone={tones[state]}>{bannerStates[state].label}</Tag>
    {ending && <Tag tone="wait">即将结束</Tag>}
  </span>
)

const Shown = ({ row: { title, note, tone, pictureId } }: { row: ConsoleBanner }) => (
  <div className="banner-row">
    {pictureId === null ? (
      <span className={`banner-swatch banner-${tone}`} aria-hidden />
    ) : (
      <img src={`/api/system-api/api/banner/picture?id=${pictureId}`} alt="" width={88} height={44} className="banner-swatch" />
    )}
    <div className="two-lines">
      <span>{title}</span>
      <small>{note}</small>
    </div>
  </div>
)

/** 首页横幅: the banners of the home page, with a first and a last day. */
export function Page() {
  const banners = useQuery(bannersQuery)
  const drawer = useDrawer<ConsoleBanner | undefined>()
  const shown = [
    ...columns,
    customColumn<ConsoleBanner>({ title: '操作', width: 244, value: (row) => <BannerActions row={row} edit={drawer.show} /> }),
  ]
  return (
    <>
      <PageHead
        title="首页横幅"
        note="按排序从小到大，最多同时展示 5 条；没有展示中的横幅时，首页显示默认画面。"
        actions={
          <Button type="primary" icon={<Plus size={15} aria-hidden />} onClick={() => drawer.show(undefined)}>
            新增横幅
          </Button>
        }
      />
      <Panel title="全部横幅" flush>
        <QueryContent from={banners} waiting={<TableSkeleton columns={shown} count={4} width={1040} />}>
          {(rows) => (
            <DataTable
              columns={shown}
              rows={rows}
              rowKey={({ id }) => id}
              width={1040}
              empty={<EmptyState title="还没有横幅" next="点“新增横幅”；没有横幅时首页显示默认画面" />}
            />
          )}
        </QueryContent>
      </Panel>
      <CreateOrEditBannerDrawer key={drawer.subject?.id ?? 'new'} banner={drawer.subject} open={drawer.open} close={drawer.close} />
    </>
  )
}

function BannerActions({ row, edit }: { row: ConsoleBanner; edit: (row: ConsoleBanner) => void }) {
  const remove = useApiMutation(bannerApi.delete, { invalidates: invalidatedByBanner, successMessage: '已删除' })
  return (
    <EditAndDeleteRowActions
      name={row.title}
      edit={() => edit(row)}
      remove={() => remove.mutateAsync({ id: row.id, rowVersion: row.rowVersion })}
      warning="首页不再显示，不能恢复。"
    >
      <PictureButton row={row} />
    </EditAndDeleteRowActions>
  )
}

function PictureButton({ row: { id, pictureId, rowVersion } }: { row: ConsoleBanner }) {
  const input = useRef<HTMLInputElement>(null)
  const set = useApiMutation((file: File) => bannerApi.setPicture({ id, rowVersion }, { file }), {
    invalidates: invalidatedByBanner,
    successMessage: '已换图',
  })
  const remove = useApiMutation(() => bannerApi.removePicture({ id, rowVersion }), {
    invalidates: invalidatedByBanner,
    successMessage: '已去掉图片',
  })
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png,image/webp"
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) set.mutate(file)
          target.value = ''
        }}
      />
      <Button
        size="small"
        loading={set.isPending}
        icon={pictureId === null ? <ImagePlus size={13} aria-hidden /> : <ImageUp size={13} aria-hidden />}
        onClick={() => input.current?.click()}
      >
        {pictureId === null ? '配图' : '换图'}
      </Button>
      {pictureId !== null && (
        <Button size="small" loading={remove.isPending} onClick={() => remove.mutate(undefined)}>
          去图
        </Button>
      )}
    </>
  )
}
