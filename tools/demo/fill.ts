/**
 * Fills an empty mall with the demo. `npm start` runs it as a child process, which gets the settings as its only message. It ends after its
 * work or together with its parent. Its modules are loaded before the message comes.
 */
import { loadProgram } from '#server/platform/core/built-program.ts'
import type { FillJob } from './fill-job.ts'

const loading = loadProgram({ source: 'tools/demo/fill-job.ts', loadSource: () => import('./fill-job.ts') })
// Its failure is thrown when it is awaited.
loading.catch(() => {})

process.once('disconnect', () => process.exit(1))
process.once('message', async (job: FillJob) => {
  try {
    const { fillDatabase } = await loading
    await fillDatabase(job)
    process.exit(0)
  } catch (error) {
    console.error(error)
    process.exit(1)
  }
})
