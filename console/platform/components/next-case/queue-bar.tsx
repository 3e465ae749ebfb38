import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { useSyncExternalStore } from 'react'
import { parseListSearchParams } from '#console/platform/components/list/filters.ts'
import { parseSearchParamsAsText } from '#console/platform/components/list/search.ts'
import { PageHead } from '#console/platform/components/panel.tsx'
import { EmptyState } from '#console/platform/components/states.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { watchToken } from '#console/platform/sessions/token.ts'
import { formatCount } from '#ui/format.ts'
import { type AnyCaseQueue, clearCaseRuns, readCaseRun, watchCaseRuns } from './case-queue.ts'
import type { CaseRun } from './use-case-run.ts'
import './next-case.css'

watchToken(clearCaseRuns)

interface Place {
  queue: AnyCaseQueue
  filters: string
}

/** How many cases of the queue wait; undefined while it loads. */
function useWaiting({ queue, filters }: Place): number | undefined {
  const { pageNo: _, pageSize: __, ...values } = parseListSearchParams(queue.fields, parseSearchParamsAsText(filters))
  return useQuery({
    queryKey: [...queue.queryKey, 'waiting', filters],
    queryFn: async ({ signal }) => (await queue.rows({ ...values, pageNo: 1, pageSize: 1 }, { signal })).total,
    staleTime: 0,
  }).data
}

/** How many cases of the queue the person has decided. */
const useDecided = ({ queue, filters }: Place): number =>
  useSyncExternalStore(watchCaseRuns, () => readCaseRun(queue, filters)).decided.size

const progress = (decided: number, waiting: number | undefined) => (
  <>
    已处理 <b className="num">{formatCount(decided)}</b> 件，还有{' '}
    <b className="num">{waiting === undefined ? '…' : formatCount(waiting)}</b> 件
  </>
)

/** Above a case of a queue: how far the person is in it, and the way to the next case. */
export const CaseQueueBar = ({ run }: { run: CaseRun }) => (run.inQueue ? <ProgressAndNext run={run} /> : null)

function ProgressAndNext({ run }: { run: CaseRun }) {
  const [decided, waiting] = [useDecided(run), useWaiting(run)]
  const next = useApiMutation(() => run.next())
  return (
    <div className="queue-bar">
      <p aria-live="polite">{progress(decided, waiting)}</p>
      <Button size="small" aria-keyshortcuts="N" loading={next.isPending} onClick={() => next.mutate()}>
        下一件
      </Button>
    </div>
  )
}

/** Above a list whose rows are decided in it: how far the person is. Nothing before his first decision. */
export function ListDecisionProgress(place: Place) {
  const [decided, waiting] = [useDecided(place), useWaiting(place)]
  if (decided === 0) return null
  return (
    <p className="queue-bar" aria-live="polite">
      {waiting === 0 ? `这一队已处理完，您处理了 ${formatCount(decided)} 件` : progress(decided, waiting)}
    </p>
  )
}

/** The end of a queue, in place of a case. */
export function CaseQueueFinished({ title, queue, filters }: Place & { title: string }) {
  const [decided, waiting] = [useDecided({ queue, filters }), useWaiting({ queue, filters })]
  const others = waiting !== undefined && waiting > 0 ? `；其余 ${formatCount(waiting)} 件由同事处理中，或须由另一人决定` : ''
  return (
    <>
      <PageHead title={title} />
      <div className="panel">
        <EmptyState
          title="这一队已处理完"
          next={`您处理了 ${formatCount(decided)} 件${others}`}
          action={
            <span className="queue-end">
              <Link to={queue.list} search={parseSearchParamsAsText(filters)}>
                回到列表
              </Link>
              <Link to="/">回到待办</Link>
            </span>
          }
        />
      </div>
    </>
  )
}
