import { Link } from '@tanstack/react-router'
import { formatMembershipPermissions, listOrderCountsByState } from '#console/people/enterprises/enterprise-view.ts'
import { type Column, customColumn, EMPTY_CELL, instantColumn, moneyColumn } from '#console/platform/components/list/columns.tsx'
import { DataTable, PagedDataTable } from '#console/platform/components/list/data-table.tsx'
import { Panel } from '#console/platform/components/panel.tsx'
import { EmptyState } from '#console/platform/components/states.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { creditLimitKinds } from '#contract/billing/finance/credit-api.ts'
import type { ConsoleEnterprise } from '#contract/operations/enterprises/api.ts'
import { consoleOrderEndpoints } from '#contract/orders/orders/console-api.ts'
import { consoleUserEndpoints } from '#contract/people/identity/console-api.ts'
import { accountTypes } from '#contract/people/verification/verification-status.ts'
import { formatCount } from '#ui/format.ts'

type Member = ConsoleEnterprise['members'][number]
type LimitChange = ConsoleEnterprise['limitChanges'][number]

const memberColumns: Column<Member>[] = [
  customColumn({ title: '姓名', width: 120, value: (member) => <MemberName member={member} /> }),
  customColumn({ title: '手机号', width: 128, value: ({ mobile }) => <span className="num">{mobile}</span> }),
  customColumn({ title: '席位', width: 88, value: ({ accountType }) => accountTypes[accountType] }),
  customColumn({ title: '权限', value: ({ permCode }) => formatMembershipPermissions(permCode) }),
  customColumn({
    title: '状态',
    width: 80,
    value: ({ status }) => <Tag tone={status === 1 ? 'good' : 'bad'}>{status === 1 ? '启用' : '停用'}</Tag>,
  }),
]

function MemberName({ member: { userId, name } }: { member: Member }) {
  const sees = usePermission(consoleUserEndpoints.detail).allowed
  if (!sees) return name ?? EMPTY_CELL
  return (
    <Link to="/user" search={{ userId }}>
      {name ?? '未填姓名'}
    </Link>
  )
}

/** The members of an enterprise and their permissions. */
export function EnterpriseMembers({ members }: Pick<ConsoleEnterprise, 'members'>) {
  return (
    <Panel title={`成员 ${members.length} 人`} flush>
      <DataTable columns={memberColumns} rows={members} rowKey={({ userId }) => userId} width={600} />
    </Panel>
  )
}

const limitColumns: Column<LimitChange>[] = [
  instantColumn({ title: '时间', value: ({ at }) => at }),
  customColumn({ title: '类型', width: 96, value: ({ kind }) => creditLimitKinds[kind] }),
  moneyColumn({ title: '额度', value: ({ limit }) => limit, width: 144 }),
  customColumn({ title: '到期日', width: 112, value: ({ endDay }) => <span className="num">{endDay ?? EMPTY_CELL}</span> }),
  customColumn({ title: '原因', value: ({ reason }) => reason }),
  customColumn({ title: '经手人', width: 112, value: ({ by }) => by ?? '系统' }),
]

const HISTORY_SHOWN = 10

/** All limits that were set, with the reason and the person. */
export function CreditLimitHistory({ limitChanges }: Pick<ConsoleEnterprise, 'limitChanges'>) {
  return (
    <Panel title="额度记录" flush>
      <PagedDataTable
        columns={limitColumns}
        rows={limitChanges}
        pageSize={HISTORY_SHOWN}
        rowKey={({ at, kind }) => `${at.toISOString()} ${kind}`}
        width={600}
        empty={<EmptyState title="还没有授过额度" next="点“调整固定额度”或“授予临时额度”" />}
      />
    </Panel>
  )
}

/** The number of orders in each state, with links to the lists. */
export function OrderCountsByState({ enterprise: { enterpriseId, orders } }: { enterprise: ConsoleEnterprise }) {
  const may = usePermission(consoleOrderEndpoints.list).allowed
  const states = listOrderCountsByState(orders)
  const all = may && (
    <Link to="/orders" search={{ enterpriseId }}>
      全部订单
    </Link>
  )
  return (
    <Panel title="订单" extra={states.length > 0 && all}>
      {states.length === 0 ? (
        <EmptyState title="还没有订单" />
      ) : (
        <ul className="order-states">
          {states.map(({ state, label, count: units }) => (
            <li key={state}>
              {may ? (
                <Link to="/orders" search={{ enterpriseId, state }}>
                  <Count units={units} label={label} />
                </Link>
              ) : (
                <Count units={units} label={label} />
              )}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

const Count = ({ units, label }: { units: number; label: string }) => (
  <>
    <b className="num">{formatCount(units)}</b>
    <span>{label}</span>
  </>
)
