import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { ChoiceTabs } from '#console/platform/components/list/choice-tabs.tsx'
import { type Column, countColumn, customColumn } from '#console/platform/components/list/columns.tsx'
import { DataTable, TableSkeleton } from '#console/platform/components/list/data-table.tsx'
import { EmptyState, QueryContent } from '#console/platform/components/states.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { type MissedSearch, missedSearchPeriods } from '#contract/catalog/search-words/console-api.ts'
import { SEARCH_TERM_LENGTH_MAX } from '#contract/catalog/search-words/shapes.ts'
import { type MissedSearchDays, missedSearchesQuery } from './search-words-api.ts'

const WIDTH = 760
const periods = ([7, 30, 90] as const).map((days) => ({ value: String(days), label: missedSearchPeriods[days] }))

const columns: Column<MissedSearch>[] = [
  customColumn({ title: '搜索的词', value: ({ term }) => term }),
  countColumn({ title: '次数', value: ({ times }) => times }),
  customColumn({ title: '最近一天', width: 120, value: ({ lastDay }) => <span className="num">{lastDay}</span> }),
  customColumn({
    title: '买家看到',
    width: 120,
    value: ({ similarShown }) => <Tag tone={similarShown ? 'way' : 'over'}>{similarShown ? '相近商品' : '没有商品'}</Tag>,
  }),
]

/** The terms that buyers searched for without results, most frequent first. `explain` starts a set of synonyms with the term. */
export function MissedSearches({ explain }: { explain: ((term: string) => void) | undefined }) {
  const [days, setDays] = useState<MissedSearchDays>(30)
  const found = useQuery(missedSearchesQuery(days))
  const act = customColumn<MissedSearch>({
    title: '操作',
    width: 120,
    value: ({ term }) =>
      // A long text is no term.
      [...term].length <= SEARCH_TERM_LENGTH_MAX && (
        <Button size="small" aria-label={`为${term}加同义词`} onClick={() => explain?.(term)}>
          加同义词
        </Button>
      ),
  })
  const shown = explain ? [...columns, act] : columns
  return (
    <>
      <ChoiceTabs label="期间" choices={periods} value={String(days)} change={(next) => setDays(Number(next) as MissedSearchDays)} />
      <p className="drawer-note">只记次数，不记是谁搜索的；疑似手机号、证件号和邮箱的不记。每期显示次数最多的 200 个词。</p>
      <QueryContent from={found} waiting={<TableSkeleton columns={shown} count={6} width={WIDTH} />}>
        {(rows) => (
          <DataTable
            columns={shown}
            rows={rows}
            rowKey={({ term }) => term}
            width={WIDTH}
            empty={<EmptyState title="没有落空的搜索" next="买家搜索不到商品的词会出现在这里" />}
          />
        )}
      </QueryContent>
    </>
  )
}
