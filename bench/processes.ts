import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

/**
 * The fields of /proc/PID/stat from the state of the process on, which proc(5) counts as the third. The name before them may contain spaces
 * and brackets. Throws if there is no such process.
 */
function statFieldsOf(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

/** The processes that a process has started. */
function childrenOf(pid: number): number[] {
  if (pid <= 0) return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((one) => {
      try {
        return Number(statFieldsOf(one)[1]) === pid
      } catch {
        return false
      }
    })
}

const isAlive = (pid: number): boolean => {
  try {
    return statFieldsOf(pid)[0] !== 'Z'
  } catch {
    return false
  }
}

const commandOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

/** How many processes that a process has started, and that still run, have a command like this. */
export const countChildProcesses = (pid: number, command: RegExp): number =>
  childrenOf(pid).filter((one) => isAlive(one) && command.test(commandOf(one))).length

/** The processes of a database that serve the connections of servers. */
export const listMallBackends = (postmaster: number): number[] =>
  childrenOf(postmaster).filter((pid) => /postgres: mall_app/.test(commandOf(pid)))

/** Sends a signal to one process. Returns whether there is such a process; the number 0 would mean this one and all of its group. */
export function sendSignal(pid: number, signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): boolean {
  if (pid <= 0) return false
  try {
    return process.kill(pid, signal)
  } catch {
    // It has ended already.
    return false
  }
}

/** Stops a process for a while, as a machine that swaps or a paused container does. Returns whether there was such a process. */
export async function freezeProcess(pid: number, ms: number): Promise<boolean> {
  if (!sendSignal(pid, 'SIGSTOP')) return false
  await wait(ms)
  return sendSignal(pid, 'SIGCONT')
}

/** Kills a postmaster and its children, and waits until they are gone. */
export async function killPostmaster(pid: number): Promise<void> {
  const all = [pid, ...childrenOf(pid)]
  for (const one of all) sendSignal(one, 'SIGKILL')
  for (let tries = 0; all.some((one) => isAlive(one)) && tries < 100; tries++) await wait(20)
}

const MB_KILOBYTES = 1_024

/** The resident memory of a process in MB; 0 if it has ended. */
export function readResidentMb(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / MB_KILOBYTES
  } catch {
    return 0
  }
}

const TICKS = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

/** CPU milliseconds of a process, and of its children that have ended. */
function cpuOf(pid: number): { own: number; ended: number } {
  try {
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = statFieldsOf(pid)
      .slice(11, 15)
      .map((ticks) => (Number(ticks) * 1_000) / TICKS)
    return { own: user + system, ended: endedUser + endedSystem }
  } catch {
    return { own: 0, ended: 0 }
  }
}

/** CPU milliseconds that a process has used, and that a database with all its connections has used. */
export const readProcessCpuMs = (pid: number): number => cpuOf(pid).own
export const readDatabaseCpuMs = (postmaster: number): number =>
  // A connection that has ended is counted by the postmaster.
  [postmaster, ...childrenOf(postmaster)].reduce((sum, pid) => sum + cpuOf(pid).own, cpuOf(postmaster).ended)

/** CPU milliseconds of a process and of all that it has started, but for a database, which leaves it. */
export function readProcessTreeCpuMs(pid: number): number {
  const { own, ended } = cpuOf(pid)
  return childrenOf(pid).reduce((sum, one) => sum + readProcessTreeCpuMs(one), own + ended)
}
