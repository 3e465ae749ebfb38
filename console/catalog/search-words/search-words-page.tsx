import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useNavigate, useSearch } from '@tanstack/react-router'
import { Button } from 'antd'
import { Plus } from 'lucide-react'
import { useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { ChoiceTabs } from '#console/platform/components/list/choice-tabs.tsx'
import { type Column, countColumn, customColumn } from '#console/platform/components/list/columns.tsx'
import { DataTable, TableSkeleton } from '#console/platform/components/list/data-table.tsx'
import { PageHead } from '#console/platform/components/panel.tsx'
import { EditAndDeleteRowActions } from '#console/platform/components/row-actions.tsx'
import { EmptyState, QueryContent } from '#console/platform/components/states.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { consoleSearchWordEndpoints } from '#contract/catalog/search-words/console-api.ts'
import { type SearchWord, type SearchWordKind, searchWordKinds } from '#contract/catalog/search-words/shapes.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { CreateOrEditSearchWordDrawer, type SearchWordSubject } from './search-word-drawer.tsx'
import { invalidatedBySearchWord, searchWordApi, searchWordsQuery } from './search-words-api.ts'

const WIDTH = 760
const kinds = keysOf(searchWordKinds)
const tabs = kinds.map((value) => ({ value, label: searchWordKinds[value].label }))

const notes = {
  synonyms: '一组里的词互相搜得到，如 截齿、镐齿、截煤齿。',
  hot: '点开商城的搜索框、还没有输入时显示，最多显示前 8 个；搜索没有结果时也显示。',
  redirect: '买家搜索这个词时，直接打开指定的本站页面。',
} as const satisfies Record<SearchWordKind, string>

const columns: Record<SearchWordKind, Column<SearchWord>[]> = {
  synonyms: [customColumn({ title: '同义词', value: ({ terms }) => terms.join('、') })],
  hot: [
    customColumn({ title: '热词', value: ({ terms }) => terms[0] }),
    countColumn({ title: '排序', value: ({ position }) => position, width: 72 }),
  ],
  redirect: [
    customColumn({ title: '词语', value: ({ terms }) => terms.join('、') }),
    customColumn({ title: '跳转到', width: 280, value: ({ target }) => <span className="num">{target}</span> }),
  ],
}
const state = customColumn<SearchWord>({
  title: '状态',
  width: 88,
  value: ({ shown }) => <Tag tone={shown ? 'good' : 'over'}>{shown ? '启用' : '停用'}</Tag>,
})

/** 搜索词: synonyms, hot words and redirects. */
export function Page() {
  const { tab } = useSearch({ strict: false })
  const navigate = useNavigate()
  const kind = kinds.find((one) => one === tab) ?? 'synonyms'
  const drawer = useDrawer<SearchWordSubject>()
  const may = usePermission(consoleSearchWordEndpoints.save).allowed
  // Where the searches without results were before they had a screen of their own.
  if (tab === 'missed') return <Navigate to="/missed_searches" replace />
  const change = (next: string | undefined) => void navigate({ to: '/search_words', search: { tab: next }, replace: true })
  return (
    <>
      <PageHead
        title="搜索词"
        note={`${notes[kind]}保存后一秒内在商城生效。`}
        actions={
          <>
            <Link to="/missed_searches" className="button-link">
              没有结果的搜索
            </Link>
            {may && (
              <Button type="primary" icon={<Plus size={15} aria-hidden />} onClick={() => drawer.show({ kind })}>
                新增{searchWordKinds[kind].label}
              </Button>
            )}
          </>
        }
      />
      <div className="panel">
        <ChoiceTabs label="种类" choices={tabs} value={kind} change={change} />
        <Words key={kind} kind={kind} edit={may ? (known) => drawer.show({ kind, known }) : undefined} />
      </div>
      {drawer.subject && (
        <CreateOrEditSearchWordDrawer
          key={`${drawer.subject.kind} ${drawer.subject.known?.id ?? drawer.subject.term ?? 'new'}`}
          subject={drawer.subject}
          open={drawer.open}
          close={drawer.close}
        />
      )}
    </>
  )
}

type Edit = (word: SearchWord) => void

function Words({ kind, edit }: { kind: SearchWordKind; edit: Edit | undefined }) {
  const found = useQuery(searchWordsQuery(kind))
  const { label } = searchWordKinds[kind]
  const act = edit && customColumn<SearchWord>({ title: '操作', width: 136, value: (word) => <WordActions word={word} edit={edit} /> })
  const shown = [...columns[kind], state, ...(act ? [act] : [])]
  return (
    <QueryContent from={found} waiting={<TableSkeleton columns={shown} count={4} width={WIDTH} />}>
      {(rows) => (
        <DataTable
          columns={shown}
          rows={rows}
          rowKey={({ id }) => id}
          width={WIDTH}
          empty={<EmptyState title={`还没有${label}`} next={`点“新增${label}”`} />}
        />
      )}
    </QueryContent>
  )
}

function WordActions({ word: { id, terms, rowVersion, ...word }, edit }: { word: SearchWord; edit: Edit }) {
  const remove = useApiMutation(searchWordApi.delete, { invalidates: invalidatedBySearchWord, successMessage: '已删除' })
  return (
    <EditAndDeleteRowActions
      name={terms.join('、')}
      edit={() => edit({ id, terms, rowVersion, ...word })}
      remove={() => remove.mutateAsync({ id, rowVersion })}
      warning="不能恢复。"
    />
  )
}
