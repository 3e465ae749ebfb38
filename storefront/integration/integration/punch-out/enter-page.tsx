import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { punchOutEntryEndpoints } from '#contract/integration/integration/punch-out/api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { EmptyState, Skeleton } from '#storefront/platform/components/states.tsx'
import { useRouter, useSearch } from '#storefront/platform/routing/routing.tsx'
import { sendOrHoldUntilLogin } from '#storefront/platform/sessions/send.ts'
import { startSession } from '#storefront/platform/sessions/session.ts'
import { formatError } from '#ui/format-error.ts'

const entryApi = createApiClient(punchOutEntryEndpoints, sendOrHoldUntilLogin)

/** /punch_out: a procurement system has opened the mall. The code is used up at once, and its address leaves the history. */
export function Page() {
  const { code = '' } = useSearch()
  const { history } = useRouter()
  // A query and not an effect, so that the code is sent once however often the screen renders.
  const entry = useQuery({
    queryKey: ['punch-out', code],
    queryFn: async () => {
      const { startPath, punchOutId: _, ...session } = await entryApi.enter({ code })
      return { startPath, session }
    },
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    meta: { quiet: true },
  })
  useEffect(() => {
    if (!entry.data) return
    startSession(entry.data.session)
    history.replace(entry.data.startPath)
  }, [entry.data, history])
  return (
    <div className="content pt-6">
      <h1 className="sr-only">从采购系统进入商城</h1>
      {entry.isError ? (
        <div className="panel">
          <EmptyState title="无法进入商城" hint={formatError(entry.error)} />
        </div>
      ) : (
        <div role="status" className="flex flex-col gap-3">
          <p className="text-mute">正在从采购系统进入商城…</p>
          <Skeleton className="h-60 rounded-panel" />
        </div>
      )}
    </div>
  )
}
