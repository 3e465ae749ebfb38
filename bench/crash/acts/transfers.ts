import { setTimeout as wait } from 'node:timers/promises'
import { createIdempotencyKey } from '#bench/cluster.ts'
import type { CrashWorker, SubmittedOrder } from '#bench/crash/worker.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { createVoucherPicture } from '#server/platform/testing/transfers.ts'
import { toBlob } from '#server/platform/testing/uploads.ts'

/** One voucher in so many is rejected. */
const REJECTED_EVERY = 5
const UPLOAD_TRIES = 40
const PAUSE_MS = 250

let used = 0

/** Uploads a picture to any server, again until one has taken it. What was stored and never answered belongs to nothing, and is deleted by a job. */
async function uploadPicture({ run, caller: { token } }: CrashWorker): Promise<string | undefined> {
  const picture = toBlob(await createVoucherPicture(), 'image/png')
  for (let tries = 0; tries < UPLOAD_TRIES; tries++) {
    const body = new FormData()
    body.set('purpose', 'voucher')
    body.set('file', picture, 'voucher.png')
    const request = { method: 'POST', headers: { authorization: token }, body, signal: AbortSignal.timeout(8_000) }
    const answer = await fetch(`${run.random.pick(run.bases)}/api/system-api/api/upload/image`, request)
      .then((response) => response.json() as Promise<{ code: number; data: { fileId: string } | null }>)
      .catch(() => undefined)
    if (answer?.code === 200 && answer.data) return answer.data.fileId
    await wait(PAUSE_MS)
  }
  return undefined
}

interface Shown {
  amount: number
  vouchers: { id: string; state: string }[]
}

/** Pays an order by bank: sends a voucher with its picture, and finance approves it with the number of the bank's line, or rejects it. */
export async function simulateTransfer(worker: CrashWorker, { tradeId }: SubmittedOrder): Promise<boolean> {
  const { caller, company, random, run, staff } = worker
  const begun = await caller.write('/pay-api/api/transfer/begin', { tradeId }, { key: createIdempotencyKey() })
  if (begun.code !== 200) return false
  const { paymentId } = begun.data as { paymentId: string }
  const fileId = await uploadPicture(worker)
  if (fileId === undefined) return false
  const sent = await caller.write('/pay-api/api/transfer/submit-voucher', { paymentId, fileIds: [fileId], remark: '压测' })
  if (!sent.done) return false
  const { data } = await caller.read('/pay-api/api/transfer/detail', { paymentId })
  const { amount, vouchers } = data as Shown
  const voucherId = vouchers.find(({ state }) => state === 'REVIEW')?.id
  if (voucherId === undefined) return false
  run.journal.noteDocument({ id: voucherId, tradeId })
  const voucher = { enterpriseId: company.enterpriseId, id: voucherId }
  if (random.below(REJECTED_EVERY) === 0) {
    await staff.write('/console-api/api/voucher/reject', Object.assign({ opinion: '压测驳回' }, voucher))
    return false
  }
  const line = { reference: `V${process.pid}N${++used}`, day: toShanghaiDay(new Date()), amount, payerName: '压测' }
  const approved = await staff.write('/console-api/api/voucher/approve', Object.assign({ amount, line }, voucher))
  return approved.done
}
