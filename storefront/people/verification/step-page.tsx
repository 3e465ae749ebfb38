import { Fragment, type ReactNode } from 'react'
import { type VerificationStep, verificationSteps } from '#contract/people/verification/api.ts'
import { useRouter, useSearch } from '#storefront/platform/routing/routing.tsx'
import { PassedStep, RejectedStep, StepUnderReview, VerificationStepLocked } from './result.tsx'
import type { Verification } from './verification-api.ts'
import { VerificationPageFrame } from './verification-frame.tsx'
import { canSubmitStep, findLatestSubmission, formPathsByStep, toVerificationStepPageState } from './verification-view.ts'

interface Props {
  step: VerificationStep
  title?: string
  /** The step can be filled in although another comes first, because both are submitted together. */
  together?: (verification: Verification, enterpriseId: string) => boolean
  form: (enterpriseId: string) => ReactNode
}

/** The page of a step: its form, or its state. With `?again=1` a rejected step is filled in again. */
export function VerificationStepPage({ step, title = verificationSteps[step], together, form }: Props) {
  const { again } = useSearch()
  const router = useRouter()
  return (
    <VerificationPageFrame title={title}>
      {(known, enterpriseId) => {
        const showing = toVerificationStepPageState(step, known.authStatus)
        if (canSubmitStep(showing, again === '1') || together?.(known, enterpriseId))
          return <Fragment key={enterpriseId}>{form(enterpriseId)}</Fragment>
        const submission = findLatestSubmission(step, known.latest)
        if (showing === 'waiting') return <StepUnderReview step={step} latest={known.latest} />
        if (showing === 'passed') return <PassedStep step={step} authStatus={known.authStatus} submission={submission} />
        if (showing === 'too early') return <VerificationStepLocked authStatus={known.authStatus} />
        const refill = () => void router.navigate({ to: formPathsByStep[step], search: { again: '1' } })
        return <RejectedStep step={step} submission={submission} onAgain={refill} />
      }}
    </VerificationPageFrame>
  )
}
