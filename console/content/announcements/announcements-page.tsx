import { Button } from 'antd'
import { Megaphone } from 'lucide-react'
import { useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { useConfirm } from '#console/platform/components/forms/use-confirm.tsx'
import { type Column, customColumn, instantColumn } from '#console/platform/components/list/columns.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import { tabsFilter } from '#console/platform/components/list/filters.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { Tag, type TagTone } from '#console/platform/components/tag.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { announcementStates, type ConsoleAnnouncement } from '#contract/people/messaging/announcement-api.ts'
import { CreateOrEditAnnouncementDrawer } from './announcement-drawer.tsx'
import { ANNOUNCEMENTS_QUERY_KEY, announcementApi } from './announcements-api.ts'

const tones: Record<ConsoleAnnouncement['state'], TagTone> = { now: 'good', later: 'way', over: 'over', withdrawn: 'over' }

const columns: Column<ConsoleAnnouncement>[] = [
  customColumn({
    title: '标题',
    value: ({ title, pinned }) => (
      <span className="tags">
        {title}
        {pinned && <Tag tone="wait">置顶</Tag>}
      </span>
    ),
  }),
  customColumn({
    title: '起止',
    width: 200,
    value: ({ dateFrom, dateTo }) => <span className="num">{`${dateFrom} 至 ${dateTo ?? '长期'}`}</span>,
  }),
  customColumn({ title: '状态', width: 88, value: ({ state }) => <Tag tone={tones[state]}>{announcementStates[state].label}</Tag> }),
  customColumn({ title: '发布人', width: 112, value: ({ by }) => by }),
  instantColumn({ title: '发布时间', value: ({ at }) => at }),
]

/** 公告: texts for all members, with a first and a last day. */
export function Page() {
  const drawer = useDrawer<ConsoleAnnouncement | undefined>()
  const actions = customColumn<ConsoleAnnouncement>({
    title: '操作',
    width: 140,
    value: (row) => <AnnouncementActions row={row} edit={drawer.show} />,
  })
  return (
    <>
      <ListPage
        title="公告"
        note="发布后所有会员的消息角标立即更新；撤回后任何人都不再看到。"
        queryKey={ANNOUNCEMENTS_QUERY_KEY}
        fields={{ state: tabsFilter('状态', announcementStates) }}
        list={(input, options) => announcementApi.list(input, options)}
        exportRows={(input) => exportApi.announcements(input)}
        columns={[...columns, actions]}
        rowKey={({ id }) => id}
        width={980}
        empty="还没有公告"
        next="点“发布公告”，所有会员会在消息里看到"
        actions={
          <Button type="primary" icon={<Megaphone size={15} aria-hidden />} onClick={() => drawer.show(undefined)}>
            发布公告
          </Button>
        }
      />
      <CreateOrEditAnnouncementDrawer key={drawer.subject?.id ?? 'new'} known={drawer.subject} open={drawer.open} close={drawer.close} />
    </>
  )
}

function AnnouncementActions({ row, edit }: { row: ConsoleAnnouncement; edit: (row: ConsoleAnnouncement) => void }) {
  const confirm = useConfirm()
  const withdraw = useApiMutation(announcementApi.withdraw, { invalidates: [ANNOUNCEMENTS_QUERY_KEY], successMessage: '已撤回' })
  if (row.state === 'withdrawn') return null
  return (
    <div className="row-actions">
      <Button size="small" onClick={() => edit(row)}>
        修改
      </Button>
      <Button
        size="small"
        onClick={() =>
          confirm({
            title: `撤回“${row.title}”？`,
            content: '所有会员都不再看到，不能恢复。',
            okText: '撤回',
            grave: true,
            run: () => withdraw.mutateAsync({ id: row.id, rowVersion: row.rowVersion }),
          })
        }
      >
        撤回
      </Button>
    </div>
  )
}
