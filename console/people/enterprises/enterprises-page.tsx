import { Link } from '@tanstack/react-router'
import { type Column, customColumn, EMPTY_CELL, instantColumn, moneyColumn } from '#console/platform/components/list/columns.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import { textFilter } from '#console/platform/components/list/filters.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import type { ConsoleEnterpriseRow } from '#contract/operations/enterprises/api.ts'
import { memberLevels } from '#contract/people/verification/verification-status.ts'
import { Text } from '#contract/platform/core/fields.ts'
import { computeUsedLimitPercent, formatEnterpriseName, toAccessStatus, toVerificationStatus } from './enterprise-view.ts'
import { enterpriseApi } from './enterprises-api.ts'
import './enterprises.css'

const fields = { keyword: textFilter('企业', Text(50), '企业名称或经办人') }

const columns: Column<ConsoleEnterpriseRow>[] = [
  customColumn({
    title: '企业',
    value: (row) => (
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
      </div>
    ),
  }),
  customColumn({ title: '认证', width: 140, value: (row) => <Verification row={row} /> }),
  customColumn({ title: '会员', width: 96, value: ({ memberLevel }) => memberLevels[memberLevel] }),
  moneyColumn({ title: '固定额度', value: ({ baseLimit }) => baseLimit, width: 136 }),
  moneyColumn({ title: '已用额度', value: ({ used }) => used, width: 136 }),
  customColumn({ title: '占固定额度', width: 140, value: (row) => <Used row={row} /> }),
  customColumn({
    title: '状态',
    width: 80,
    value: (row) => {
      const { label, tone } = toAccessStatus(row)
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

/** The enterprises, and the used share of their limits. */
export function Page() {
  return (
    <ListPage
      title="企业"
      queryKey={['enterprise']}
      fields={fields}
      list={enterpriseApi.list}
      columns={columns}
      rowKey={({ enterpriseId }) => enterpriseId}
      width={1080}
      exportRows={(input) => exportApi.enterprises(input)}
      empty="还没有企业注册"
      next="商城有人注册后，他的企业出现在这里"
    />
  )
}
