import type { RetryingCaller } from '#bench/crash/calls/caller.ts'

const PAGE = 100

/** Reads all pages of a list. */
export async function readPages<Row>(caller: RetryingCaller, path: string, body: object = {}): Promise<Row[]> {
  const rows: Row[] = []
  for (let pageNo = 1; ; pageNo++) {
    const { code, reason, data } = await caller.read(path, Object.assign({ pageNo, pageSize: PAGE }, body))
    if (code !== 200) throw new Error(`${path} was refused: ${reason}`)
    const { dataList } = data as { dataList: Row[] }
    rows.push(...dataList)
    if (dataList.length < PAGE) return rows
  }
}
