import { exportApi } from '#console/platform/components/list/export-api.ts'
import { choiceFilter, pickFilter, tabsFilter, textFilter } from '#console/platform/components/list/filters.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { createListQueue } from '#console/platform/components/next-case/case-queue.ts'
import { ListDecisionProgress } from '#console/platform/components/next-case/queue-bar.tsx'
import { useListRun } from '#console/platform/components/next-case/use-list-run.ts'
import { useNow } from '#console/platform/components/use-now.ts'
import { followUpKinds, followUpListFilters } from '#contract/people/account-managers/follow-up-api.ts'
import { AccountManagerFilter } from '#contract/people/account-managers/manager-filter.ts'
import { Text } from '#contract/platform/core/fields.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { followUpApi } from './account-manager-api.ts'
import './account-managers.css'
import { toFollowUpColumns } from './follow-up-columns.tsx'
import { AccountManagerFilterPicker } from './manager-picker.tsx'

const fields = {
  part: tabsFilter('范围', followUpListFilters),
  manager: pickFilter('客户经理', AccountManagerFilter),
  kind: choiceFilter('方式', followUpKinds),
  keyword: textFilter('企业', Text(50), '企业名称'),
}

const queue = createListQueue('/follow_ups', {
  fields,
  rows: (input, options) => followUpApi.list(input, options),
  by: 'part',
  waiting: ['due'],
  queryKey: ['follow-up'],
})

/** 跟进: what staff planned to talk to companies about, and what they said. */
export function Page() {
  const today = toShanghaiDay(useNow())
  const { decided, ...run } = useListRun(queue)
  return (
    <ListPage
      title="跟进"
      note="约定的跟进到期后列入客户经理的待办；企业没有客户经理时，列入记录人的待办。"
      queryKey={['follow-up']}
      fields={fields}
      pickers={{ manager: AccountManagerFilterPicker }}
      list={(input, options) => followUpApi.list(input, options)}
      exportRows={(input) => exportApi.followUps(input)}
      columns={toFollowUpColumns({ today, withCompany: true, decided })}
      rowKey={({ id }) => id}
      width={1040}
      above={<ListDecisionProgress {...run} />}
      empty="还没有跟进记录"
      next="在企业详情里点“记录跟进”"
    />
  )
}
