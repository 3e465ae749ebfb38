// Measures a server's heap after a garbage collection, through its debugger.
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const MB = 1024 * 1024
const LOOK_MS = 400
/** Objects and buffers. Garbage does not count, nor do pages that the engine keeps for later. */
const HELD = '(({ heapUsed, external }) => heapUsed + external)(process.memoryUsage())'

/** The debugger of a server that was started with `--inspect` at a port of loopback. */
export async function openDebugger(port: number) {
  const targets = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as { webSocketDebuggerUrl: string }[]
  const socket = new WebSocket(targets[0]?.webSocketDebuggerUrl ?? '')
  const waiting = new Map<number, (result: unknown) => void>()
  socket.addEventListener('message', ({ data }: MessageEvent) => {
    const { id, result } = JSON.parse(String(data)) as { id?: number; result?: unknown }
    if (id !== undefined) waiting.get(id)?.(result)
  })
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', reject)
  })
  let calls = 0
  const call = (method: string, params: object = {}) =>
    new Promise<unknown>((resolve) => {
      const id = ++calls
      waiting.set(id, resolve)
      socket.send(JSON.stringify({ id, method, params }))
    })
  /** Collects the garbage of the server, and returns the remaining heap in MB. */
  const readHeldMb = async (): Promise<number> => {
    await call('HeapProfiler.collectGarbage')
    const { result } = (await call('Runtime.evaluate', { expression: HELD })) as { result: { value: number } }
    return result.value / MB
  }
  return {
    /** Runs some work. Returns the server's heap before it and its maximum during it, in MB. */
    async watch(work: () => Promise<unknown>): Promise<{ before: number; peak: number }> {
      const before = await readHeldMb()
      let [peak, done] = [before, false]
      const looks = (async () => {
        while (!done) {
          peak = Math.max(peak, await readHeldMb())
          await pause(LOOK_MS)
        }
      })()
      try {
        await work()
      } finally {
        done = true
        await looks
      }
      return { before, peak: Math.max(peak, await readHeldMb()) }
    },
    close: () => socket.close(),
  }
}
