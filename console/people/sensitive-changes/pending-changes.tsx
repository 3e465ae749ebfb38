import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { AuthorAndTime } from '#console/platform/components/author.tsx'
import { useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { Panel } from '#console/platform/components/panel.tsx'
import { getCallWithAccessRule } from '#console/platform/sessions/permissions.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import type { SensitiveChange, sensitiveChangeScreenAreas } from '#contract/people/staff/sensitive-change-api.ts'
import { LoginPendingError } from '#ui/send.ts'
import { SensitiveChangeActions } from './change-actions.tsx'
import { SensitiveChangeEffectTime, SensitiveChangeFieldDiffs, SensitiveChangeSubject } from './change-parts.tsx'
import { type SensitiveChangeDecision, SensitiveChangeDecisionDrawer } from './decision-drawer.tsx'
import { sensitiveChangeApi } from './sensitive-changes-api.ts'

const SHOWN = 20

/** The waiting changes of one screen, above the data that they change; nothing if there are none. */
export function PendingSensitiveChanges({ area }: { area: keyof typeof sensitiveChangeScreenAreas }) {
  const decision = useDrawer<SensitiveChangeDecision>()
  const { data, error } = useQuery({
    queryKey: ['sensitive-change', 'pending', area],
    queryFn: () => sensitiveChangeApi.list({ state: 'PENDING', area, pageSize: SHOWN }),
    refetchInterval: 60_000,
    meta: { quiet: true },
  })
  return (
    <>
      {data === undefined && error && <Unread error={error} />}
      {data !== undefined && data.total > 0 && <Waiting {...data} decide={decision.show} />}
      {decision.subject && <SensitiveChangeDecisionDrawer decision={decision.subject} open={decision.open} close={decision.close} />}
    </>
  )
}

/** A person who has to log in again sees nothing, because the login screen opens. */
const Unread = ({ error }: { error: Error }) =>
  error instanceof LoginPendingError ? null : (
    <p role="alert" className="notice-line">
      待生效的变更没有读到：{error.message}
    </p>
  )

interface WaitingProps {
  dataList: readonly SensitiveChange[]
  total: number
  decide: (decision: SensitiveChangeDecision) => void
}

const AllChangesLink = () =>
  usePermission(getCallWithAccessRule('export/sensitive-changes')).allowed && <Link to="/sensitive_changes">全部变更</Link>

const Waiting = ({ dataList, total, decide }: WaitingProps) => (
  <Panel title={`待生效的变更 ${total} 项`} className="pending-changes" extra={<AllChangesLink />}>
    <ul className="pending-list">
      {dataList.map((change) => (
        <li key={change.id}>
          <SensitiveChangeSubject change={change} />
          <SensitiveChangeFieldDiffs changes={change.changes} />
          <AuthorAndTime name={`${change.askedBy} 提出`} at={change.askedAt} />
          <span className="pending-effect">
            <span className="mute">生效</span>
            <SensitiveChangeEffectTime change={change} />
          </span>
          <SensitiveChangeActions change={change} decide={decide} />
        </li>
      ))}
    </ul>
  </Panel>
)
