import autocannon from 'autocannon'
import { percent, tenths } from './clients.ts'
import type { LoadServer } from './cluster.ts'

const print = (text: string) => process.stdout.write(`${text}\n`)

export interface RequestFigures {
  perSecond: number
  p50: number
  p99: number
  errors: number
}

/** Requests a URL with 32 connections for some seconds, and accepts compressed answers like a browser. */
export async function measureRequests(url: string, seconds: number): Promise<RequestFigures> {
  const options = { url, connections: 32, workers: 1, headers: { 'accept-encoding': 'gzip, deflate, br' } }
  await autocannon({ ...options, duration: 2 })
  const result = await autocannon({ ...options, duration: seconds })
  return { perSecond: result.requests.average, p50: result.latency.p50, p99: result.latency.p99, errors: result.errors + result.non2xx }
}

export const formatRequestFigures = ({ perSecond, p50, p99, errors }: RequestFigures) =>
  `${tenths(perSecond).padStart(9)}/s   p50 ${tenths(p50)} ms  p99 ${tenths(p99)} ms${errors > 0 ? `  ERRORS ${errors}` : ''}`

/** (b) A page of 24 goods and the page of one product, as a guest, compared with Fastify's hello. */
export async function benchGuestBrowsing(server: LoadServer, bareBase: string, seconds: number): Promise<void> {
  const list = `${server.base}/api/goods-api/api/goods/list?pageSize=24`
  const { data } = (await (await fetch(list)).json()) as { data: { dataList: { goodsId: string }[] } }
  const detail = `${server.base}/api/goods-api/api/goods/detail?goodsId=${data.dataList[0]?.goodsId}`
  const hello = await measureRequests(`${bareBase}/hello`, seconds)
  print('(b) browsing as a guest')
  print(`    hello    ${formatRequestFigures(hello)}`)
  for (const [name, url] of [
    ['list 24', list],
    ['detail', detail],
  ] as const) {
    const ours = await measureRequests(url, seconds)
    print(`    ${name.padEnd(8)} ${formatRequestFigures(ours)}   mall / hello ${percent(ours.perSecond / hello.perSecond)}`)
  }
}
