import { AccountManagerFilterPicker } from '#console/people/account-managers/manager-picker.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import { choiceFilter, dayFilter, pickFilter, tabsFilter, textFilter } from '#console/platform/components/list/filters.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { AccountManagerFilter } from '#contract/people/account-managers/manager-filter.ts'
import { phoneCallDirections, phoneCallListFilters, phoneCallOutcomes } from '#contract/people/account-managers/phone-call-api.ts'
import { Day, Text } from '#contract/platform/core/fields.ts'
import { PHONE_CALL_QUERY_KEY, phoneCallApi } from './phone-call-api.ts'
import { toPhoneCallColumns } from './phone-call-columns.tsx'

const fields = {
  part: tabsFilter('范围', phoneCallListFilters),
  manager: pickFilter('客户经理', AccountManagerFilter),
  direction: choiceFilter('方向', phoneCallDirections),
  outcome: choiceFilter('结果', phoneCallOutcomes),
  keyword: textFilter('企业', Text(50), '企业名称'),
  dateFrom: dayFilter('通话日期', Day),
  dateTo: dayFilter('至', Day),
}

/** 通话记录: the calls that staff had with companies, one's own under a tab. */
export function Page() {
  return (
    <ListPage
      title="通话记录"
      note="记录不能修改；写错的由记录人撤回，撤回后仍留在列表里。"
      queryKey={PHONE_CALL_QUERY_KEY}
      fields={fields}
      pickers={{ manager: AccountManagerFilterPicker }}
      list={(input, options) => phoneCallApi.list(input, options)}
      exportRows={(input) => exportApi.phoneCalls(input)}
      columns={toPhoneCallColumns({ withCompany: true })}
      rowKey={({ id }) => id}
      width={1080}
      empty="还没有通话记录"
      next="在企业详情里点“记录通话”"
    />
  )
}
