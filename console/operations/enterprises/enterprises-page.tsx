import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { RowCheckboxCell, ToggleAllRowsOfPageButton, useChosenRows } from '#console/orders/parcels/delivery-notes.tsx'
import { enterpriseTagsQuery } from '#console/people/account-managers/account-manager-api.ts'
import { AssignAccountManagerDrawer } from '#console/people/account-managers/assign-drawers.tsx'
import { AccountManagerFilterPicker } from '#console/people/account-managers/manager-picker.tsx'
import { createTagFilterPicker, EnterpriseTagChips } from '#console/people/account-managers/tags.tsx'
import {
  computeUsedLimitPercent,
  formatEnterpriseName,
  toActiveFrozenOrClosedStatus,
  toVerificationStatus,
} from '#console/people/enterprises/enterprise-view.ts'
import { enterpriseApi } from '#console/people/enterprises/enterprises-api.ts'
import { useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { type Column, customColumn, EMPTY_CELL, instantColumn, moneyColumn } from '#console/platform/components/list/columns.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import { pickFilter, textFilter } from '#console/platform/components/list/filters.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import type { ConsoleEnterpriseRow } from '#contract/operations/enterprises/api.ts'
import { consoleAccountManagerEndpoints, ENTERPRISES_ASSIGNED_AT_ONCE_MAX } from '#contract/people/account-managers/api.ts'
import { AccountManagerFilter } from '#contract/people/account-managers/manager-filter.ts'
import { memberLevels } from '#contract/people/verification/verification-status.ts'
import { Id, Text } from '#contract/platform/core/fields.ts'
import { toDisabledProps } from '#ui/disabled-by.ts'
import './enterprises.css'

const fields = {
  keyword: textFilter('企业', Text(50), '企业名称或经办人'),
  manager: pickFilter('客户经理', AccountManagerFilter),
  tagId: pickFilter('标签', Id),
}

/** The name of a company, with whom to ask for there, and its tags. */
const EnterpriseTagFilterPicker = createTagFilterPicker(enterpriseTagsQuery, '全部标签')

const Company = ({ row }: { row: ConsoleEnterpriseRow }) => (
  <div className="two-lines">
    <Link to="/enterprise" search={{ enterpriseId: row.enterpriseId }}>
      {formatEnterpriseName(row)}
    </Link>
    <small>
      {row.agentName === null ? '未登记经办人' : `经办人 ${row.agentName}`}
      {row.ownerMobile !== null && (
        <>
          {' · '}
          <span className="num">{row.ownerMobile}</span>
        </>
      )}
    </small>
    {row.tags.length > 0 && <EnterpriseTagChips tags={row.tags} />}
  </div>
)

const columns: Column<ConsoleEnterpriseRow>[] = [
  customColumn({ title: '客户经理', width: 110, value: ({ manager }) => manager?.name ?? EMPTY_CELL }),
  customColumn({ title: '认证', width: 140, value: (row) => <Verification row={row} /> }),
  customColumn({ title: '会员', width: 96, value: ({ memberLevel }) => memberLevels[memberLevel] }),
  moneyColumn({ title: '固定额度', value: ({ baseLimit }) => baseLimit, width: 136 }),
  moneyColumn({ title: '已用额度', value: ({ used }) => used, width: 136 }),
  customColumn({ title: '占固定额度', width: 140, value: (row) => <Used row={row} /> }),
  customColumn({
    title: '状态',
    width: 80,
    value: (row) => {
      const { label, tone } = toActiveFrozenOrClosedStatus(row)
      return <Tag tone={tone}>{label}</Tag>
    },
  }),
  instantColumn({ title: '注册时间', value: ({ createdAt }) => createdAt }),
]

function Verification({ row }: { row: ConsoleEnterpriseRow }) {
  const { label, tone } = toVerificationStatus(row)
  return <Tag tone={tone}>{label}</Tag>
}

function Used({ row }: { row: ConsoleEnterpriseRow }) {
  const percent = computeUsedLimitPercent(row)
  if (percent === null) return <span className="mute">{row.baseLimit === null ? '未开通' : EMPTY_CELL}</span>
  return (
    <span className="used">
      <span className="used-bar" aria-hidden>
        <span className={percent > 100 ? 'used-over' : ''} style={{ width: `${Math.min(percent, 100)}%` }} />
      </span>
      <span className="num">{percent}%</span>
    </span>
  )
}

/** The enterprises, and the used share of their limits. An administrator gives several at once to an account manager. */
export function Page() {
  const chosen = useChosenRows<ConsoleEnterpriseRow>(({ enterpriseId }) => enterpriseId)
  const drawer = useDrawer<true>()
  const { allowed } = usePermission(consoleAccountManagerEndpoints.assign)
  const count = chosen.rows.length
  const many = count > ENTERPRISES_ASSIGNED_AT_ONCE_MAX ? `一次最多 ${ENTERPRISES_ASSIGNED_AT_ONCE_MAX} 家，已勾选 ${count} 家` : undefined
  const company = customColumn<ConsoleEnterpriseRow>({
    title: '企业',
    value: (row) =>
      allowed ? (
        <RowCheckboxCell label={formatEnterpriseName(row)} checked={chosen.has(row)} choose={(yes) => chosen.set([row], yes)}>
          <Company row={row} />
        </RowCheckboxCell>
      ) : (
        <Company row={row} />
      ),
  })
  return (
    <>
      <ListPage
        title="企业"
        queryKey={['enterprise']}
        fields={fields}
        pickers={{ manager: AccountManagerFilterPicker, tagId: EnterpriseTagFilterPicker }}
        list={enterpriseApi.list}
        columns={[company, ...columns]}
        rowKey={({ enterpriseId }) => enterpriseId}
        width={1190}
        exportRows={(input) => exportApi.enterprises(input)}
        actions={({ rows }) =>
          allowed && (
            <>
              <ToggleAllRowsOfPageButton chosen={chosen} rows={rows} />
              <Button {...toDisabledProps(many ?? (count === 0 ? '请先勾选企业' : undefined))} onClick={() => drawer.show(true)}>
                设置客户经理{count > 0 && ` ${count} 家`}
              </Button>
            </>
          )
        }
        empty="还没有企业注册"
        next="商城有人注册后，他的企业出现在这里"
      />
      {drawer.subject && (
        <AssignAccountManagerDrawer
          companies={chosen.rows}
          open={drawer.open}
          close={drawer.close}
          done={() => chosen.set(chosen.rows, false)}
        />
      )}
    </>
  )
}
