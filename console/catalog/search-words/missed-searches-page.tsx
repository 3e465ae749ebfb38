import { Button } from 'antd'
import { useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { type Column, countColumn, customColumn } from '#console/platform/components/list/columns.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import { requiredChoiceFilter, textFilter } from '#console/platform/components/list/filters.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { GOODS_KEYWORD_LENGTH_MAX } from '#contract/catalog/goods/keyword.ts'
import { consoleSearchWordEndpoints, type MissedSearch, missedSearchPeriods } from '#contract/catalog/search-words/console-api.ts'
import { SEARCH_TERM_LENGTH_MAX } from '#contract/catalog/search-words/shapes.ts'
import { Text } from '#contract/platform/core/fields.ts'
import { CreateOrEditSearchWordDrawer } from './search-word-drawer.tsx'
import { searchWordApi } from './search-words-api.ts'

const fields = {
  period: requiredChoiceFilter('期间', missedSearchPeriods, 'month'),
  keyword: textFilter('搜索', Text(GOODS_KEYWORD_LENGTH_MAX), '词的一部分'),
}

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

/** The column whose button starts a set of synonyms with the term. */
const createExplainColumn = (explain: (term: string) => void) =>
  customColumn<MissedSearch>({
    title: '操作',
    width: 120,
    value: ({ term }) =>
      // A long text is no term.
      [...term].length <= SEARCH_TERM_LENGTH_MAX && (
        <Button size="small" aria-label={`为${term}加同义词`} onClick={() => explain(term)}>
          加同义词
        </Button>
      ),
  })

/** 没有结果的搜索: the terms that buyers searched for without results. */
export function Page() {
  const drawer = useDrawer<string>()
  const may = usePermission(consoleSearchWordEndpoints.save).allowed
  return (
    <>
      <ListPage
        title="没有结果的搜索"
        note="只记次数，不记是谁搜索的；疑似手机号、证件号和邮箱的不记。次数多的在前。"
        queryKey={['searchWord', 'missed']}
        fields={fields}
        list={(input, options) => searchWordApi.missed(input, options)}
        columns={may ? [...columns, createExplainColumn(drawer.show)] : columns}
        rowKey={({ term }) => term}
        width={760}
        exportRows={(input) => exportApi.missedSearches(input)}
        empty="没有落空的搜索"
        next="买家搜索不到商品的词会出现在这里"
      />
      {drawer.subject !== undefined && (
        <CreateOrEditSearchWordDrawer
          key={drawer.subject}
          subject={{ kind: 'synonyms', term: drawer.subject }}
          open={drawer.open}
          close={drawer.close}
        />
      )}
    </>
  )
}
