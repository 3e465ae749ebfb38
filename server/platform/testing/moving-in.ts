import { runMovingInForTimeSlice } from '#server/operations/moving-in/public.ts'
import { createErrorLog } from '#server/platform/core/log.ts'
import { type Mall, TEST_USER_PASSWORD } from './mall.ts'
import { type MovingInWorkbook, type OldSystemSums, renderMovingInWorkbook } from './moving-in-book.ts'
import type { TestUser } from './test-user.ts'
import { toBlob } from './uploads.ts'

/** Moves companies in as two people of finance do. The job is run by hand. */
export function createMovingInHelpers(mall: Mall, first: TestUser, second: TestUser) {
  const { movingIn } = first.api
  const around = { db: mall.db, clock: () => mall.clock.now, keys: mall.keys, log: createErrorLog() }
  const run = (id: string) => runMovingInForTimeSlice(around, id)
  /** Runs the job until it asks for the time more often than this: it simulates a server that dies in the middle. */
  const runUntil = (id: string, times: number) => {
    let asked = 0
    const clock = () => {
      if (++asked > times) throw new Error('the server is gone')
      return mall.clock.now
    }
    return runMovingInForTimeSlice({ ...around, clock }, id)
  }
  /** Runs the job until it has nothing left to do. */
  const settle = async (id: string) => {
    for (;;) {
      const job = await movingIn.state({ id })
      if (job.state !== 'trying' && job.state !== 'applying') return job
      await run(id)
    }
  }
  const uploads = (bytes: Uint8Array, fileName = '旧系统.xlsx') => movingIn.try({ fileName }, { file: toBlob(bytes) })
  const tries = async (book: MovingInWorkbook, sums?: OldSystemSums) => settle((await uploads(await renderMovingInWorkbook(book, sums))).id)
  const submits = ({ id, seen }: { id: string; seen: string | null }) => movingIn.submit({ id, seen: seen ?? '' })
  const agrees = ({ id, seen }: { id: string; seen: string | null }) =>
    second.api.movingIn.approve({ id, seen: seen ?? '', pwd: TEST_USER_PASSWORD })
  /** From the trial to the end. */
  const moves = async (tried: { id: string; seen: string | null }) => {
    await submits(tried)
    await agrees(tried)
    return settle(tried.id)
  }
  const companiesOf = async (id: string) => (await movingIn.companies({ id, pageSize: 100 })).dataList
  /** The problems, as '额度 2 固定额度：金额不能为负数'. */
  const faultsOf = async (id: string) =>
    (await companiesOf(id)).flatMap(({ faults }) => faults.map(({ sheet, row, column, reason }) => `${sheet} ${row} ${column}：${reason}`))
  return { run, runUntil, settle, uploads, tries, submits, agrees, moves, companiesOf, faultsOf }
}
