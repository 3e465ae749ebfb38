import { LOAD_STAFF_EMAIL, type LoadBuyer, PASSWORD } from '#bench/world.ts'
import type { ResponseEnvelope } from '#contract/platform/core/envelope.ts'

interface Acknowledged {
  enterpriseId: string
  orderNo: string
}

/** The results that callers have received. Each entry must be in the database afterwards. */
export interface AcknowledgedResults {
  submitted: (Acknowledged & { tradeId: string; key: string })[]
  /** Paid by credit, wallet or online, and not refunded since. */
  paid: (Acknowledged & { tradeId: string })[]
  cancelled: Acknowledged[]
  /** Paid, and cancelled with the consent of staff: the money is refunded. */
  refunded: Acknowledged[]
  shipped: Acknowledged[]
  /** Online payments of orders, top-ups and repayments whose success the buyer has seen. */
  settledPayments: { enterpriseId: string; paymentId: string; what: 'order' | 'topUp' | 'repay' }[]
  /** Money that finance has recorded. Each has an amount that no other has. */
  recordedTopUps: { enterpriseId: string; amountFen: number }[]
  /** Repaid from the wallet. */
  repaid: { enterpriseId: string; amountFen: number }[]
  /** Idempotency keys of all submits and repayments. No enterprise has more trades or repayments than keys. */
  keys: { enterpriseId: string; key: string }[]
  repayKeys: { enterpriseId: string; key: string }[]
  /** Calls that failed with a defect several times. A power cut does not explain them. */
  defects: string[]
  calls: number
  refused: number
}

export const createEmptyAcknowledgedResults = (): AcknowledgedResults => ({
  submitted: [],
  paid: [],
  cancelled: [],
  refunded: [],
  shipped: [],
  settledPayments: [],
  recordedTopUps: [],
  repaid: [],
  keys: [],
  repayKeys: [],
  defects: [],
  calls: 0,
  refused: 0,
})

const RETRY_MS = 60_000
const CALL_MS = 8_000
export const waitMs = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Answers that do not tell the result: the server or its database was down or busy. */
const isUnheard = (answer: ResponseEnvelope | undefined): boolean => answer === undefined || answer.code === 500 || answer.code === 503
const DEFECTS_MAX = 15

export interface RetryingCaller {
  post(path: string, body: object, key?: string): Promise<ResponseEnvelope>
}

/** Repeats a call with the same idempotency key until there is an answer, as a good client does. */
export function createRetryingCaller(base: string, token: string | undefined, book: AcknowledgedResults): RetryingCaller {
  const once = async (path: string, body: object, key: string | undefined): Promise<ResponseEnvelope | undefined> => {
    const headers = {
      'content-type': 'application/json',
      ...(token ? { authorization: token } : {}),
      ...(key ? { 'idempotency-key': key } : {}),
    }
    try {
      const answer = await fetch(`${base}/api${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(CALL_MS),
      })
      return (await answer.json()) as ResponseEnvelope
    } catch {
      return undefined
    }
  }
  return {
    async post(path, body, key) {
      const until = performance.now() + RETRY_MS
      for (let defects = 0; ; ) {
        const answer = await once(path, body, key)
        book.calls++
        if (answer && !isUnheard(answer)) return answer
        if (answer?.code === 500 && ++defects > DEFECTS_MAX) {
          book.defects.push(path)
          return answer
        }
        if (performance.now() > until) throw new Error(`no answer from ${path} for ${RETRY_MS / 1_000} s`)
        await waitMs(120)
      }
    },
  }
}

export async function logInLoadBuyer(base: string, { mobile }: LoadBuyer, book: AcknowledgedResults): Promise<RetryingCaller> {
  const answer = await createRetryingCaller(base, undefined, book).post('/user-api/api/security/login-by-mobile', { mobile, pwd: PASSWORD })
  return createRetryingCaller(base, (answer.data as { token: string }).token, book)
}

export async function logInLoadStaff(base: string, book: AcknowledgedResults): Promise<RetryingCaller> {
  const answer = await createRetryingCaller(base, undefined, book).post('/console-api/api/staff/log-in', {
    email: LOAD_STAFF_EMAIL,
    pwd: PASSWORD,
  })
  return createRetryingCaller(base, (answer.data as { token: string }).token, book)
}
