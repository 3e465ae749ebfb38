import { useRouter, useSearch } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import { type Step, steps } from '../../contract/verification/api.ts'
import { Failed, Passed, TooEarly, UnderReview } from './result.tsx'
import type { Verification } from './verification-api.ts'
import { VerificationFrame } from './verification-frame.tsx'
import { formOf, latestOf, mayFill, showingOf } from './verification-view.ts'

interface Props {
  step: Step
  title?: string
  /** The step may be filled in although the table says another comes first: both go together. */
  together?: (verification: Verification, enterpriseId: string) => boolean
  form: (enterpriseId: string) => ReactNode
}

/** The page of a step: its form, or how it stands. `?again=1` fills in anew what was turned down. */
export function StepPage({ step, title = steps[step], together, form }: Props) {
  const { again } = useSearch({ strict: false })
  const router = useRouter()
  return (
    <VerificationFrame title={title}>
      {(known, enterpriseId) => {
        const showing = showingOf(step, known.authStatus)
        if (mayFill(showing, again === '1') || together?.(known, enterpriseId))
          return <Fragment key={enterpriseId}>{form(enterpriseId)}</Fragment>
        const submission = latestOf(step, known.latest)
        if (showing === 'waiting') return <UnderReview step={step} submission={submission} />
        if (showing === 'passed') return <Passed step={step} authStatus={known.authStatus} submission={submission} />
        if (showing === 'too early') return <TooEarly authStatus={known.authStatus} />
        const refill = () => void router.navigate({ to: formOf[step], search: { again: '1' } })
        return <Failed step={step} submission={submission} onAgain={refill} />
      }}
    </VerificationFrame>
  )
}
