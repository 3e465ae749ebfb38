// A thread that requests pages of goods at a fixed rate, whatever the answers: an open loop. Every request has another search and another
// client address behind the proxy, so that neither the cache nor the limits of one caller apply.
import http from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'
import { monotonicNowMs } from '#server/platform/core/moment.ts'

export interface FloodOptions {
  base: string
  perSecond: number
  seconds: number
}

/** Milliseconds of the answers, from the moment at which each request was due. `lateMs`: the maximum delay of the thread itself. */
export interface FloodResult {
  accepted: number[]
  refused: number[]
  other: number
  lateMs: number
}

const TICK_MS = 5
const SOCKETS_MAX = 400
const TIMEOUT_MS = 20_000

const { base, perSecond, seconds } = workerData as FloodOptions
const agent = new http.Agent({ keepAlive: true, maxSockets: SOCKETS_MAX })
const result: FloodResult = { accepted: [], refused: [], other: 0, lateMs: 0 }

const ask = (turn: number, due: number) =>
  new Promise<void>((resolve) => {
    const headers = { 'x-forwarded-for': `10.${turn >> 16}.${(turn >> 8) & 255}.${turn & 255}` }
    const url = `${base}/api/goods-api/api/goods/list?pageSize=24&priceMax=${1_000 + turn}`
    const request = http.get(url, { agent, headers, timeout: TIMEOUT_MS }, (response) => {
      response.resume().once('end', () => {
        const ms = monotonicNowMs() - due
        if (response.statusCode === 200) result.accepted.push(ms)
        else if (response.statusCode === 503 || response.statusCode === 429) result.refused.push(ms)
        else result.other++
        resolve()
      })
    })
    request.once('timeout', () => request.destroy())
    request.once('error', () => {
      result.other++
      resolve()
    })
  })

const begun = monotonicNowMs()
const answers: Promise<void>[] = []
const total = Math.round(perSecond * seconds)
const timer = setInterval(() => {
  const now = monotonicNowMs()
  while (answers.length < total) {
    const due = begun + (answers.length / perSecond) * 1_000
    if (due > now) break
    result.lateMs = Math.max(result.lateMs, now - due)
    answers.push(ask(answers.length, due))
  }
  if (answers.length < total) return
  clearInterval(timer)
  void Promise.all(answers).then(() => {
    agent.destroy()
    parentPort?.postMessage(result)
  })
}, TICK_MS)
