import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { KeyFigures } from '#console/platform/components/figures.tsx'
import { useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { type Column, countColumn, customColumn, moneyColumn } from '#console/platform/components/list/columns.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import { flagFilter, tabsFilter, textFilter } from '#console/platform/components/list/filters.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { QueryContent, SkeletonBars } from '#console/platform/components/states.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import {
  type AccountManagerOverview,
  type AccountManagerRow,
  accountManagerStateFilters,
  consoleAccountManagerEndpoints,
} from '#contract/people/account-managers/api.ts'
import { consoleFollowUpEndpoints } from '#contract/people/account-managers/follow-up-api.ts'
import { UNMANAGED_ENTERPRISES_FILTER_VALUE } from '#contract/people/account-managers/manager-filter.ts'
import { Text } from '#contract/platform/core/fields.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { toDisabledProps } from '#ui/disabled-by.ts'
import { formatCount } from '#ui/format.ts'
import { accountManagerApi, accountManagerOverviewQuery, invalidatedByAccountManagerAssignment } from './account-manager-api.ts'
import { HandOverAllEnterprisesDrawer } from './assign-drawers.tsx'

const columns: Column<AccountManagerRow>[] = [
  customColumn({
    title: '姓名',
    value: ({ staffId, name, active }) => (
      <span className="tags">
        <Link to="/enterprises" search={{ manager: staffId }}>
          {name}
        </Link>
        {!active && <Tag tone="bad">待移交</Tag>}
      </span>
    ),
  }),
  customColumn({ title: '可见范围', width: 128, value: ({ ownOnly }) => (ownOnly ? <Tag tone="wait">只看自己的企业</Tag> : '全部企业') }),
  countColumn({ title: '企业', value: ({ companies }) => companies }),
  moneyColumn({ title: '应收合计', width: 150, value: ({ owed }) => owed }),
  moneyColumn({ title: '其中逾期', width: 150, value: ({ overdue }) => overdue }),
]

/** All companies, those of nobody, and what is owed and late. */
const Figures = ({ managerCount, all, unmanaged }: AccountManagerOverview) => (
  <KeyFigures
    figures={[
      { name: '企业', value: formatCount(all.companies), note: `${formatCount(managerCount)} 位客户经理` },
      {
        name: '没有客户经理',
        value: formatCount(unmanaged.companies),
        note: (
          <Link to="/enterprises" search={{ manager: UNMANAGED_ENTERPRISES_FILTER_VALUE }}>
            去分配
          </Link>
        ),
      },
      { name: '应收合计', value: formatMoney(all.owed) },
      { name: '其中逾期', value: formatMoney(all.overdue) },
    ]}
  />
)

/** The screens beside it, for those who may open them. */
function Ways() {
  const { allowed } = usePermission(consoleFollowUpEndpoints.list)
  return (
    <>
      <Link to="/sales_targets" className="button-link">
        业绩目标
      </Link>
      {allowed && (
        <>
          <Link to="/enterprise_tags" className="button-link">
            标签
          </Link>
          <Link to="/follow_ups" className="button-link">
            跟进
          </Link>
          <Link to="/phone_calls" className="button-link">
            通话记录
          </Link>
        </>
      )}
    </>
  )
}

const fields = {
  managerState: tabsFilter('状态', accountManagerStateFilters),
  ownOnly: flagFilter('只看自己的企业'),
  keyword: textFilter('搜索', Text(30), '姓名'),
}

/** The buttons of a row: what he sees, and to whom his companies go. */
function useActionsColumn(handOver: (row: AccountManagerRow) => void): Column<AccountManagerRow> {
  const limit = useApiMutation(accountManagerApi.limitToOwn, {
    invalidates: invalidatedByAccountManagerAssignment,
    successMessage: '已设定，立即生效',
  })
  const { reason: why } = usePermission(consoleAccountManagerEndpoints.handOver)
  return customColumn({
    title: '操作',
    width: 220,
    value: (row) => (
      <span className="row-actions">
        {row.ownOnly !== null && (
          <Button
            size="small"
            aria-label={`${row.name}${row.ownOnly ? '恢复看全部企业' : '只看自己的企业'}`}
            loading={limit.isPending && limit.variables?.staffId === row.staffId}
            {...toDisabledProps(why)}
            onClick={() => limit.mutate({ staffId: row.staffId, ownOnly: !row.ownOnly })}
          >
            {row.ownOnly ? '恢复看全部' : '只看自己的'}
          </Button>
        )}
        <Button
          size="small"
          aria-label={`移交${row.name}的企业`}
          {...toDisabledProps(why ?? (row.companies === 0 ? '名下没有企业' : undefined))}
          onClick={() => handOver(row)}
        >
          移交
        </Button>
      </span>
    ),
  })
}

/** 客户经理: who of the staff has how many companies, and what these owe. */
export function Page() {
  const overview = useQuery(accountManagerOverviewQuery)
  const drawer = useDrawer<AccountManagerRow>()
  const actions = useActionsColumn(drawer.show)
  return (
    <>
      <ListPage
        title="客户经理"
        note="每家企业最多一位客户经理，由管理员在企业列表或企业详情里设置；先后的客户经理都有记录。"
        queryKey={['account-manager', 'list']}
        fields={fields}
        list={(input, options) => accountManagerApi.list(input, options)}
        exportRows={(input) => exportApi.accountManagers(input)}
        actions={<Ways />}
        above={
          <QueryContent from={overview} waiting={<SkeletonBars count={2} height={48} />}>
            {(data) => <Figures {...data} />}
          </QueryContent>
        }
        columns={[...columns, actions]}
        rowKey={({ staffId }) => staffId}
        width={820}
        empty="还没有可作客户经理的员工"
        next="在“员工”里开通客服账号"
      />
      {drawer.subject && (
        <HandOverAllEnterprisesDrawer key={drawer.subject.staffId} from={drawer.subject} open={drawer.open} close={drawer.close} />
      )}
    </>
  )
}
