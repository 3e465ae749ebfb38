import type { CrashWorker, SubmittedOrder } from '#bench/crash/worker.ts'

const LIST = '/order-api/api/approval/list'
/** One request in so many is rejected. */
const REJECTED_EVERY = 4
const PAGE = 50

interface Asked {
  id: string
  tradeId: string
}

/** Finds the request for approval of an order. There are few that wait, because each is decided at once. */
async function findRequest({ main }: CrashWorker, tradeId: string): Promise<Asked | undefined> {
  for (let pageNo = 1; ; pageNo++) {
    const { code, data } = await main.read(LIST, { pageNo, pageSize: PAGE, state: 'PENDING' })
    if (code !== 200) return undefined
    const { dataList } = data as { dataList: Asked[] }
    const found = dataList.find((one) => one.tradeId === tradeId)
    if (found || dataList.length < PAGE) return found
  }
}

/**
 * The main account decides on an order above the purchase limit of its sub-account. Returns whether the order can be paid now. The limit of the
 * company can be used up meanwhile; then the request waits on.
 */
export async function decideApproval(worker: CrashWorker, { tradeId }: SubmittedOrder): Promise<boolean> {
  const { main, random, run } = worker
  const request = await findRequest(worker, tradeId)
  if (!request) return false
  const { id } = request
  run.journal.noteDocument({ id, tradeId })
  if (random.below(REJECTED_EVERY) === 0) {
    await main.write('/order-api/api/approval/reject', { id, reason: '压测驳回' })
    return false
  }
  return (await main.write('/order-api/api/approval/approve', { id })).done
}
