import { Check, Clock3, X } from 'lucide-react'
import type { UserDetail } from '#contract/people/identity/shapes.ts'
import { ButtonLink } from '#storefront/platform/components/button.tsx'
import { Card } from '#storefront/platform/components/card.tsx'
import { usePermission } from '#storefront/platform/sessions/permissions/use-permission.ts'
import { toNextVerificationStep, toVerificationSteps, type VerificationStepState, verificationStepStateLabels } from './centre-view.ts'

const signs: Record<VerificationStepState, string> = {
  passed: 'bg-jade text-white border-jade',
  waiting: 'border-jade text-jade bg-white',
  failed: 'border-danger bg-danger-tint text-danger',
  next: 'border-jade text-jade bg-white',
  later: 'border-line text-mute bg-white',
}

/** 认证: the state of the three steps, and what to do next. */
export function VerificationCard({ user }: { user: UserDetail }) {
  const { text, action } = toNextVerificationStep(user)
  const { reason } = usePermission('applyLimit', 'own')
  const blocked = action?.to === '/service_contact' ? undefined : reason
  return (
    <Card title="企业认证进度">
      <ol className="grid grid-cols-3">
        {toVerificationSteps(user).map(({ label, state }, at) => (
          <li key={label} className="relative grid justify-items-center gap-1 text-center">
            {at > 0 && <span aria-hidden className="absolute top-3.5 right-[calc(50%+18px)] left-[calc(-50%+18px)] h-px bg-line" />}
            <span aria-hidden className={`num grid size-7 place-items-center rounded-full border text-sm ${signs[state]}`}>
              <Sign state={state} no={at + 1} />
            </span>
            <span className="font-medium">{label}</span>
            <span className={`text-xs ${state === 'failed' ? 'text-danger' : 'text-mute'}`}>{verificationStepStateLabels[state]}</span>
          </li>
        ))}
      </ol>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-3 border-t border-line-soft pt-3">
        <p className="flex-1 basis-52 text-sm text-mute">{text}</p>
        {action &&
          (blocked === undefined ? (
            <ButtonLink to={action.to} look="line" size="sm">
              {action.label}
            </ButtonLink>
          ) : (
            <p className="text-sm text-mute">{blocked}</p>
          ))}
      </div>
    </Card>
  )
}

function Sign({ state, no }: { state: VerificationStepState; no: number }) {
  if (state === 'passed') return <Check className="size-4" />
  if (state === 'waiting') return <Clock3 className="size-4" />
  return state === 'failed' ? <X className="size-4" /> : no
}
