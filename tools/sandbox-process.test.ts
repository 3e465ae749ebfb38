import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startInvoiceSandboxProcess, startPaymentSandboxProcess } from './sandbox-process.ts'

const folders: string[] = []
const newFolder = (): string => {
  const folder = mkdtempSync(path.join(tmpdir(), 'mall-sandboxes-'))
  folders.push(folder)
  return folder
}
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

test('malls that start at the same time each get their own sandboxes', async () => {
  const starting = []
  for (let at = 0; at < 3; at++) {
    starting.push(startPaymentSandboxProcess(newFolder(), undefined), startInvoiceSandboxProcess(newFolder()))
    // While a process starts, the port that an earlier one will use is still free.
    await pause(40)
  }
  const all = await Promise.all(starting)
  const bases = all.map(({ settings }) => ('wechat' in settings ? settings.wechat?.base : 'base' in settings ? settings.base : undefined))
  for (const { stop } of all) stop()
  expect(new Set(bases).size).toBe(6)
})
