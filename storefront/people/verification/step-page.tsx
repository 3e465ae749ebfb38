import { useRouter, useSearch } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import { type VerificationStep, verificationSteps } from '#contract/people/verification/api.ts'
import { Failed, Passed, StepLocked, UnderReview } from './result.tsx'
import type { Verification } from './verification-api.ts'
import { VerificationFrame } from './verification-frame.tsx'
import { canFill, formOf, latestOf, stepViewOf } from './verification-view.ts'

interface Props {
  step: VerificationStep
  title?: string
  /** The step can be filled in although another comes first, because both are submitted together. */
  together?: (verification: Verification, enterpriseId: string) => boolean
  form: (enterpriseId: string) => ReactNode
}

/** The page of a step: its form, or its state. With `?again=1` a rejected step is filled in again. */
export function StepPage({ step, title = verificationSteps[step], together, form }: Props) {
  const { again } = useSearch({ strict: false })
  const router = useRouter()
  return (
    <VerificationFrame title={title}>
      {(known, enterpriseId) => {
        const showing = stepViewOf(step, known.authStatus)
        if (canFill(showing, again === '1') || together?.(known, enterpriseId))
          return <Fragment key={enterpriseId}>{form(enterpriseId)}</Fragment>
        const submission = latestOf(step, known.latest)
        if (showing === 'waiting') return <UnderReview step={step} latest={known.latest} />
        if (showing === 'passed') return <Passed step={step} authStatus={known.authStatus} submission={submission} />
        if (showing === 'too early') return <StepLocked authStatus={known.authStatus} />
        const refill = () => void router.navigate({ to: formOf[step], search: { again: '1' } })
        return <Failed step={step} submission={submission} onAgain={refill} />
      }}
    </VerificationFrame>
  )
}
