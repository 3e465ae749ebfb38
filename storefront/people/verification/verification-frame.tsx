import { Check, Clock3, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { UserCenterLayout } from '#storefront/people/user-center/centre-layout.tsx'
import { toVerificationSteps, type VerificationStepState, verificationStepStateLabels } from '#storefront/people/user-center/centre-view.ts'
import { QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { usePermission } from '#storefront/platform/sessions/permissions/use-permission.ts'
import { useUserQuery } from '#storefront/platform/sessions/use-session.ts'
import { SubmissionHistory } from './submission-history.tsx'
import { useVerification, type Verification } from './verification-api.ts'

interface Props {
  /** A title that depends on the state; undefined while the state is not known. */
  title: string | ((verification: Verification | undefined) => string)
  children: (verification: Verification, enterpriseId: string) => ReactNode
}

/** The frame of every verification page: the three steps at the top, and the content when the enterprise and its state are known. */
export function VerificationPageFrame({ title, children }: Props) {
  const verification = useVerification()
  const user = useUserQuery()
  const { reason: denied } = usePermission('applyLimit')
  return (
    <UserCenterLayout title={typeof title === 'string' ? title : title(verification.data)}>
      <QueryContent from={verification} skeleton={<Waiting />}>
        {(known) => (
          <QueryContent from={user} skeleton={<Waiting />}>
            {({ enterpriseId }) => (
              <div className="flex flex-col gap-3 md:gap-4">
                <VerificationStepBar authStatus={known.authStatus} />
                {denied === undefined ? children(known, enterpriseId) : <p className="panel p-6 text-mute">{denied}</p>}
                {denied === undefined && known.latest.length > 0 && <SubmissionHistory />}
              </div>
            )}
          </QueryContent>
        )}
      </QueryContent>
    </UserCenterLayout>
  )
}

const Waiting = () => (
  <div className="flex flex-col gap-3 md:gap-4">
    <Skeleton className="h-24" />
    <Skeleton className="h-120" />
  </div>
)

const signs: Record<VerificationStepState, string> = {
  passed: 'border-jade bg-jade text-white',
  waiting: 'border-jade bg-white text-jade',
  failed: 'border-danger bg-danger-tint text-danger',
  next: 'border-pine bg-pine text-white',
  later: 'border-line bg-white text-mute',
}

/** The three steps side by side, with the progress of the enterprise. */
export function VerificationStepBar({ authStatus }: { authStatus: number | null }) {
  const steps = toVerificationSteps({ authStatus: authStatus as Parameters<typeof toVerificationSteps>[0]['authStatus'] })
  return (
    <ol className="panel grid grid-cols-3 px-2 py-4">
      {steps.map(({ label, state }, at) => (
        <li
          key={label}
          aria-current={state === 'next' || state === 'waiting' || state === 'failed' ? 'step' : undefined}
          className="relative grid justify-items-center gap-1 text-center"
        >
          {at > 0 && <span aria-hidden className="absolute top-3.5 right-[calc(50%+22px)] left-[calc(-50%+22px)] h-px bg-line" />}
          <span aria-hidden className={`num grid size-7 place-items-center rounded-full border text-sm ${signs[state]}`}>
            {state === 'passed' ? (
              <Check className="size-4" />
            ) : state === 'waiting' ? (
              <Clock3 className="size-4" />
            ) : state === 'failed' ? (
              <X className="size-4" />
            ) : (
              at + 1
            )}
          </span>
          <span className="font-medium">{label}</span>
          <span className={`text-xs ${state === 'failed' ? 'text-danger' : 'text-mute'}`}>{verificationStepStateLabels[state]}</span>
        </li>
      ))}
    </ol>
  )
}
