import { useQuery } from '@tanstack/react-query'
import { LoadingPage, QueryContent } from '#console/platform/components/states.tsx'
import { setupStepsAlsoAfterOpeningQuery } from './setup-api.ts'
import { SetupChecklist } from './setup-list.tsx'

/**
 * 开店准备: every step of the opening with its state. It is available after the mall has opened, too, and checks the services again on each
 * visit.
 */
export function Page() {
  const setup = useQuery(setupStepsAlsoAfterOpeningQuery)
  return (
    <QueryContent from={setup} waiting={<LoadingPage />}>
      {(state) => <SetupChecklist {...state} />}
    </QueryContent>
  )
}
