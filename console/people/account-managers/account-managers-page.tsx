import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { KeyFigures } from '#console/platform/components/figures.tsx'
import { useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { type Column, countColumn, customColumn, moneyColumn } from '#console/platform/components/list/columns.tsx'
import { PagedDataTable } from '#console/platform/components/list/data-table.tsx'
import { PageHead, Panel } from '#console/platform/components/panel.tsx'
import { EmptyState, QueryPage } from '#console/platform/components/states.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import {
  type AccountManagerOverview,
  type AccountManagerRow,
  consoleAccountManagerEndpoints,
} from '#contract/people/account-managers/api.ts'
import { consoleFollowUpEndpoints } from '#contract/people/account-managers/follow-up-api.ts'
import { UNMANAGED_ENTERPRISES_FILTER_VALUE } from '#contract/people/account-managers/manager-filter.ts'
import { formatMoney, sum } from '#contract/platform/core/money.ts'
import { toDisabledProps } from '#ui/disabled-by.ts'
import { formatCount } from '#ui/format.ts'
import { accountManagerApi, accountManagerOverviewQuery, invalidatedByAccountManagerAssignment } from './account-manager-api.ts'
import { HandOverAllEnterprisesDrawer } from './assign-drawers.tsx'

const TITLE = '客户经理'
const PAGE_SIZE = 20

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
function Figures({ managers, unmanaged }: AccountManagerOverview) {
  const all = [...managers, unmanaged]
  return (
    <KeyFigures
      figures={[
        {
          name: '企业',
          value: formatCount(all.reduce((count, { companies }) => count + companies, 0)),
          note: `${managers.length} 位客户经理`,
        },
        {
          name: '没有客户经理',
          value: formatCount(unmanaged.companies),
          note: (
            <Link to="/enterprises" search={{ manager: UNMANAGED_ENTERPRISES_FILTER_VALUE }}>
              去分配
            </Link>
          ),
        },
        { name: '应收合计', value: formatMoney(sum(all.map(({ owed }) => owed))) },
        { name: '其中逾期', value: formatMoney(sum(all.map(({ overdue }) => overdue))) },
      ]}
    />
  )
}

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

/** 客户经理: who of the staff has how many companies, and what these owe. */
export function Page() {
  const overview = useQuery(accountManagerOverviewQuery)
  const drawer = useDrawer<AccountManagerRow>()
  const limit = useApiMutation(accountManagerApi.limitToOwn, {
    invalidates: invalidatedByAccountManagerAssignment,
    successMessage: '已设定，立即生效',
  })
  const { reason: why } = usePermission(consoleAccountManagerEndpoints.handOver)
  const actions = customColumn<AccountManagerRow>({
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
          onClick={() => drawer.show(row)}
        >
          移交
        </Button>
      </span>
    ),
  })
  return (
    <QueryPage title={TITLE} from={overview}>
      {(data) => (
        <>
          <PageHead
            title={TITLE}
            note="每家企业最多一位客户经理，由管理员在企业列表或企业详情里设置；先后的客户经理都有记录。"
            actions={<Ways />}
          />
          <Figures {...data} />
          <Panel title="各位客户经理" flush>
            <PagedDataTable
              columns={[...columns, actions]}
              rows={data.managers}
              pageSize={PAGE_SIZE}
              rowKey={({ staffId }) => staffId}
              width={640}
              empty={<EmptyState title="还没有可作客户经理的员工" next="在“员工”里开通客服账号" />}
            />
          </Panel>
          {drawer.subject && (
            <HandOverAllEnterprisesDrawer key={drawer.subject.staffId} from={drawer.subject} open={drawer.open} close={drawer.close} />
          )}
        </>
      )}
    </QueryPage>
  )
}
