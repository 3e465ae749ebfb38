import { useQuery } from '@tanstack/react-query'
import { Button, Dropdown } from 'antd'
import { ChevronDown, Plus } from 'lucide-react'
import { useState } from 'react'
import { SortableRows } from '#console/catalog/attributes/sortable-rows.tsx'
import { useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { PageHead, Panel } from '#console/platform/components/panel.tsx'
import { EditAndDeleteRowActions } from '#console/platform/components/row-actions.tsx'
import { EmptyState, QueryContent, SkeletonBars } from '#console/platform/components/states.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { useNow } from '#console/platform/components/use-now.ts'
import { type ConsoleHomeSection, HOME_SECTIONS_MAX, type HomeSectionKind, homeSectionKinds } from '#contract/operations/home/sections.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { HomeHeroPicturePanel } from './hero-panel.tsx'
import { allHomeSectionsQuery, homeSectionApi, invalidatedByHomeSection } from './home-api.ts'
import { HomePreviewPanel } from './preview-panel.tsx'
import { CreateOrEditHomeSectionDrawer, type HomeSectionSubject } from './section-drawer.tsx'
import {
  formatHomeSectionAudience,
  formatHomeSectionContentAndDays,
  homeSectionName,
  homeSectionStates,
  moveListEntry,
  toHomeSectionState,
} from './section-view.ts'
import '#console/catalog/attributes/attributes.css'
import './home.css'

/** 首页版块: the sections of the home page in their order. Without any the home page has its built-in arrangement. */
export function Page() {
  const found = useQuery(allHomeSectionsQuery)
  const drawer = useDrawer<HomeSectionSubject>()
  const count = found.data?.sections.length ?? 0
  return (
    <>
      <PageHead
        title="首页版块"
        note="拖动，或在左侧的把手上按上下方向键调整顺序；保存后一秒内在商城生效。横幅在“首页横幅”里维护。"
        actions={count > 0 && <AddSection full={count >= HOME_SECTIONS_MAX} add={(kind) => drawer.show({ kind })} />}
      />
      <QueryContent from={found} waiting={<SkeletonBars count={7} height={44} />}>
        {({ sections, orderVersion }) =>
          sections.length === 0 ? (
            <BuiltIn />
          ) : (
            <Panel title={`全部版块（${sections.length} 个）`}>
              <Arranged sections={sections} orderVersion={orderVersion} edit={(known) => drawer.show({ kind: known.kind, known })} />
            </Panel>
          )
        }
      </QueryContent>
      <HomeHeroPicturePanel />
      {count > 0 && <HomePreviewPanel />}
      {drawer.subject && (
        <CreateOrEditHomeSectionDrawer
          key={drawer.subject.known?.id ?? drawer.subject.kind}
          subject={drawer.subject}
          open={drawer.open}
          close={drawer.close}
        />
      )}
    </>
  )
}

function AddSection({ full, add }: { full: boolean; add: (kind: HomeSectionKind) => void }) {
  const items = keysOf(homeSectionKinds).map((key) => ({ key, label: homeSectionKinds[key].label, onClick: () => add(key) }))
  return (
    <Dropdown menu={{ items }} trigger={['click']} disabled={full}>
      <Button type="primary" icon={<Plus size={15} aria-hidden />} aria-haspopup="menu">
        {full ? `最多 ${HOME_SECTIONS_MAX} 个版块` : '新增版块'}
        <ChevronDown size={14} aria-hidden />
      </Button>
    </Dropdown>
  )
}

/** There are no sections. Staff start with the built-in ones, because adding a single section would remove all others. */
function BuiltIn() {
  const arrange = useApiMutation(homeSectionApi.arrange, { invalidates: invalidatedByHomeSection, successMessage: '已建立版块' })
  return (
    <div className="panel">
      <EmptyState title="首页使用内置版面" next="点“从内置版面开始”，再增减、排序和修改；删除全部版块后恢复内置版面" />
      <p className="home-begin">
        <Button type="primary" loading={arrange.isPending} onClick={() => arrange.mutate({})}>
          从内置版面开始
        </Button>
      </p>
    </div>
  )
}

interface ArrangedProps {
  sections: readonly ConsoleHomeSection[]
  orderVersion: number
  edit: (section: ConsoleHomeSection) => void
}

function Arranged({ sections, orderVersion, edit }: ArrangedProps) {
  const today = toShanghaiDay(useNow())
  // The order that is being saved. After the answer, the sections have that order themselves.
  const [orderedIds, setOrderedIds] = useState<readonly string[]>()
  const order = useApiMutation(homeSectionApi.order, { invalidates: invalidatedByHomeSection, successMessage: '已调整顺序' })
  const byId = new Map(sections.map((section) => [section.id, section]))
  const shown = order.isPending && orderedIds ? orderedIds.flatMap((id) => byId.get(id) ?? []) : sections
  const move = (from: number, to: number) => {
    // Orders are saved one after another, because the version for the next save is in the answer to the last.
    if (order.isPending) return
    const ids = moveListEntry(
      sections.map(({ id }) => id),
      from,
      to,
    )
    setOrderedIds(ids)
    order.mutate({ ids, rowVersion: orderVersion })
  }
  return (
    <SortableRows
      keys={shown.map(({ id }) => id)}
      what="版块"
      move={move}
      row={(at) => shown[at] && <Row section={shown[at]} today={today} edit={edit} />}
    />
  )
}

function Row({ section, today, edit }: { section: ConsoleHomeSection; today: string; edit: (section: ConsoleHomeSection) => void }) {
  const remove = useApiMutation(homeSectionApi.delete, { invalidates: invalidatedByHomeSection, successMessage: '已删除' })
  const { label, tone } = homeSectionStates[toHomeSectionState(section, today)]
  const name = homeSectionName(section)
  return (
    <div className="home-section">
      <span className="two-lines home-section-name">
        <span>{name}</span>
        <small>{formatHomeSectionContentAndDays(section)}</small>
      </span>
      <span className="home-section-audience">{formatHomeSectionAudience(section)}</span>
      <Tag tone={tone}>{label}</Tag>
      <EditAndDeleteRowActions
        name={name}
        noun="版块"
        edit={() => edit(section)}
        remove={() => remove.mutateAsync({ id: section.id, rowVersion: section.rowVersion })}
        warning="首页不再显示，不能恢复。"
      />
    </div>
  )
}
