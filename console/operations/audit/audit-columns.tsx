import { Link } from '@tanstack/react-router'
import { formatEnterpriseName } from '#console/people/enterprises/enterprise-view.ts'
import { type Column, customColumn, EMPTY_CELL, proseColumn } from '#console/platform/components/list/columns.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { type AuditRow, auditActorKinds } from '#contract/people/staff/audit-api.ts'
import { formatShanghaiTime } from '#contract/platform/core/shanghai.ts'
import { formatAuditObjectKind, formatAuditReason, shortenId, toAuditDetails } from './audit-view.ts'
import './audit.css'

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

/** The columns of the audit trail: when, who, what, about which company and thing, and the details. */
export const auditColumns: Column<AuditRow>[] = [
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
