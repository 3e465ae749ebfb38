import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { readResidentMb, sendSignal } from './processes.ts'

test('a signal goes to one process, never to the group that the number 0 means, and says whether there was one', async () => {
  const child = spawn('sleep', ['60'])
  const pid = child.pid ?? 0
  const ended = once(child, 'exit')
  expect(readResidentMb(pid)).toBeGreaterThan(0)
  expect(sendSignal(0, 'SIGCONT')).toBe(false)
  expect(sendSignal(pid, 'SIGKILL')).toBe(true)
  await ended
  expect(sendSignal(pid, 'SIGCONT')).toBe(false)
  expect(readResidentMb(pid)).toBe(0)
})
