import { Link } from '@tanstack/react-router'
import { EnterprisePicker } from '#console/people/enterprises/enterprise-picker.tsx'
import { formatEnterpriseName } from '#console/people/enterprises/enterprise-view.ts'
import { type Column, customColumn, EMPTY_CELL, proseColumn } from '#console/platform/components/list/columns.tsx'
import { dayFilter, flagFilter, pickFilter, tabsFilter, textFilter } from '#console/platform/components/list/filters.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { type AuditRow, auditActorKinds } from '#contract/people/staff/audit-api.ts'
import { Day, Id, Text } from '#contract/platform/core/fields.ts'
import { formatShanghaiTime } from '#contract/platform/core/shanghai.ts'
import { auditApi } from './audit-api.ts'
import { AuditActionPicker, AuditActorPicker } from './audit-pickers.tsx'
import { formatAuditObjectKind, formatAuditReason, shortenId, toAuditDetails } from './audit-view.ts'
import './audit.css'
import { exportApi } from '#console/platform/components/list/export-api.ts'

const fields = {
  actorKind: tabsFilter('操作者', auditActorKinds),
  actorId: pickFilter('操作者', Id),
  action: pickFilter('操作', Text(100)),
  enterpriseId: pickFilter('企业', Id),
  objectId: textFilter('对象', Text(64), '订单号或编号'),
  dateFrom: dayFilter('日期', Day),
  dateTo: dayFilter('至', Day),
  refused: flagFilter('只看被拒绝的'),
}

const pickers = { actorId: AuditActorPicker, action: AuditActionPicker, enterpriseId: EnterprisePicker }

/** The audit log: who did what, when, to what. The newest entry comes first. */
export function Page() {
  return (
    <ListPage
      title="审计"
      note="只增不改。密码、口令和完整证件号不会写入。"
      queryKey={['audit']}
      fields={fields}
      pickers={pickers}
      list={({ refused, ...input }, options) => auditApi.list({ ...input, ...(refused ? { outcome: 'refused' } : {}) }, options)}
      exportRows={({ refused, ...input }) => exportApi.audit({ ...input, ...(refused ? { outcome: 'refused' } : {}) })}
      columns={columns}
      rowKey={({ id }) => id}
      width={1120}
      empty="还没有记录"
      next="登录和每一次改动都会记在这里"
    />
  )
}

function Actor({ row: { actorKind, actorId, actorName, ip } }: { row: AuditRow }) {
  const name = actorName ?? auditActorKinds[actorKind].label
  return (
    <div className="two-lines">
      {actorKind === 'member' && actorId ? (
        <Link to="/user" search={{ userId: actorId }}>
          {name}
        </Link>
      ) : (
        <span>{name}</span>
      )}
      <small>
        {actorName !== null && `${auditActorKinds[actorKind].label} `}
        <span className="num">{ip}</span>
      </small>
    </div>
  )
}

function Act({ row }: { row: AuditRow }) {
  const reason = formatAuditReason(row)
  return (
    <div className="two-lines" title={`${row.action} · 请求 ${row.requestId}`}>
      <span>
        {row.actionName} {row.outcome === 'refused' && <Tag tone="bad">被拒绝</Tag>}
      </span>
      {reason && <small>{reason}</small>}
    </div>
  )
}

function Thing({ row }: { row: AuditRow }) {
  const { objectKind, objectId, enterpriseId } = row
  if (objectId === null) return EMPTY_CELL
  const name = `${formatAuditObjectKind(row)} ${shortenId(objectId)}`
  if (objectKind === 'order' && enterpriseId)
    return (
      <Link to="/order" search={{ enterpriseId, orderNo: objectId }}>
        {name}
      </Link>
    )
  if (objectKind === 'user')
    return (
      <Link to="/user" search={{ userId: objectId }}>
        {name}
      </Link>
    )
  // The enterprise is in the next column.
  return objectId === enterpriseId ? EMPTY_CELL : <span title={objectId}>{name}</span>
}

function Facts({ row }: { row: AuditRow }) {
  const facts = toAuditDetails(row)
  if (facts.length === 0) return EMPTY_CELL
  return (
    <ul className="audit-facts">
      {facts.map(({ label, value }) => (
        <li key={label}>
          <span className="mute">{label}</span> {value}
        </li>
      ))}
    </ul>
  )
}

const columns: Column<AuditRow>[] = [
  customColumn({
    title: '时间',
    width: 160,
    value: ({ at }) => (
      <time className="num" dateTime={at.toISOString()}>
        {formatShanghaiTime(at)}
      </time>
    ),
  }),
  customColumn({ title: '操作者', width: 150, value: (row) => <Actor row={row} /> }),
  customColumn({ title: '操作', width: 200, value: (row) => <Act row={row} /> }),
  customColumn({
    title: '企业',
    width: 200,
    value: ({ enterpriseId, enterpriseName: name }) =>
      enterpriseId === null ? (
        EMPTY_CELL
      ) : (
        <Link to="/enterprise" search={{ enterpriseId }}>
          {formatEnterpriseName({ name })}
        </Link>
      ),
  }),
  customColumn({ title: '对象', width: 140, value: (row) => <Thing row={row} /> }),
  proseColumn({ title: '内容', value: (row) => <Facts row={row} /> }),
]
