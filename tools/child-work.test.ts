import { readdirSync, readFileSync } from 'node:fs'
import { constants, getPriority } from 'node:os'
import { expect, test, vi } from 'vitest'
import { startScriptInChildProcess } from './child-work.ts'

/** The nice values of all threads of the processes that this process has started with a script. */
function niceValuesOfChildren(script: string): number[] {
  const fieldsOf = (file: string) => {
    const stat = readFileSync(file, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  }
  return readdirSync('/proc').flatMap((pid) => {
    try {
      if (!/^\d+$/.test(pid) || Number(fieldsOf(`/proc/${pid}/stat`)[1]) !== process.pid) return []
      if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(script)) return []
      return readdirSync(`/proc/${pid}/task`).map((thread) => Number(fieldsOf(`/proc/${pid}/task/${thread}/stat`)[16]))
    } catch {
      // It has ended.
      return []
    }
  })
}

test.runIf(process.platform === 'linux').each([
  { behind: true, nice: Math.max(constants.priority.PRIORITY_BELOW_NORMAL, getPriority()) },
  { behind: false, nice: getPriority() },
])('work with behind: $behind has the nice value $nice in each of its threads', async ({ behind, nice }) => {
  // It waits for its job.
  const work = startScriptInChildProcess('demo/fill.ts', [], { behind })
  try {
    await vi.waitFor(() => expect(niceValuesOfChildren('demo/fill.ts').length).toBeGreaterThan(3))
    expect(new Set(niceValuesOfChildren('demo/fill.ts'))).toEqual(new Set([nice]))
  } finally {
    work.stop()
    await work.done.catch(() => {})
  }
})
