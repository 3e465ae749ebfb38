import { Tag, type TagTone } from '#console/platform/components/tag.tsx'
import { useNow } from '#console/platform/components/use-now.ts'
import type { FieldChange } from '#contract/people/staff/field-changes.ts'
import type { SensitiveChange } from '#contract/people/staff/sensitive-change-api.ts'
import { formatShanghaiTimeToMinute, formatTimeLeft } from '#ui/format.ts'
import './sensitive-changes.css'

const tones: Record<SensitiveChange['state'], TagTone> = { PENDING: 'wait', APPLIED: 'good', REJECTED: 'bad', WITHDRAWN: 'over' }

export const formatSensitiveChangeTitle = ({ kindLabel, subject }: SensitiveChange) =>
  subject === kindLabel ? kindLabel : `${kindLabel} · ${subject}`

/** The old and the new value of every field. */
export const SensitiveChangeFieldDiffs = ({ changes }: { changes: readonly FieldChange[] }) => (
  <ul className="field-changes">
    {changes.map(({ name, label, from, to }) => (
      <li key={name}>
        <span className="mute">{label}</span>
        {from !== null && (
          <>
            <del className="num">{from}</del>
            <span> 改为 </span>
          </>
        )}
        <ins className="num">{to}</ins>
      </li>
    ))}
  </ul>
)

/** The kind of a change, and the account, enterprise or group that it changes. */
export const SensitiveChangeSubject = ({ change: { kindLabel, subject, reason } }: { change: SensitiveChange }) => (
  <span className="two-lines">
    <span>{kindLabel}</span>
    {subject !== kindLabel && <small>{subject}</small>}
    {reason !== null && <small>原因：{reason}</small>}
  </span>
)

/** When a waiting change takes effect, and the time until then. */
export function SensitiveChangeEffectTime({ change: { state, takesEffectAt } }: { change: SensitiveChange }) {
  const left = formatTimeLeft(takesEffectAt, useNow())
  if (state !== 'PENDING') return '—'
  return (
    <span className="two-lines">
      <span className="num">{formatShanghaiTimeToMinute(takesEffectAt)}</span>
      <small>{left === '' ? '即将生效' : `还有 ${left}`}</small>
    </span>
  )
}

export const SensitiveChangeStateTag = ({ change: { state, label, note } }: { change: SensitiveChange }) => (
  <span className="two-lines">
    <span>
      <Tag tone={tones[state]}>{label}</Tag>
    </span>
    {note !== null && <small>{note}</small>}
  </span>
)
