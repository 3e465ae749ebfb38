import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { NODE } from '#bench/cluster.ts'
import type { WireCount } from './counting-proxy.ts'
import type { BenchSide, SideCommand, SideOptions } from './side.ts'

/** A side that runs. */
export interface RunningSide extends BenchSide {
  name: 'this' | 'other'
  /** The messages of the counted server since the last reset. */
  count(command: SideCommand): Promise<WireCount>
  stop(): Promise<void>
}

/** Starts one side in the folder of its commit, and waits until its server answers. */
export async function startBenchSide(name: RunningSide['name'], root: string, options: SideOptions): Promise<RunningSide> {
  const child: ChildProcess = spawn(NODE, ['bench/compare/side.ts', JSON.stringify(options)], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const { stdin, stdout } = child
  if (!stdin || !stdout) throw new Error('a side without input and output')
  const lines = createInterface({ input: stdout })[Symbol.asyncIterator]()
  const next = async <T>(): Promise<T> => {
    const { value, done } = await lines.next()
    if (done) throw new Error(`${name}: the side ended before it was told to`)
    return JSON.parse(value) as T
  }
  const side = await next<BenchSide>()
  return {
    ...side,
    name,
    async count(command) {
      stdin.write(`${command}\n`)
      return next<WireCount>()
    },
    async stop() {
      stdin.end()
      if (child.exitCode === null) await new Promise((resolve) => child.once('exit', resolve))
    },
  }
}
