/**
 * `npm run dev`: the mall as `npm start` serves it, which restarts when a file of the server changes, and both applications from Vite,
 * which reloads changes: the mall at http://127.0.0.1:5173, the console at http://127.0.0.1:5174/console/.
 */
import { spawn } from 'node:child_process'
import path from 'node:path'
import { createServer } from 'vite'

const ROOT = path.join(import.meta.dirname, '..')
const server = spawn(process.execPath, ['--watch', '--conditions=sources', 'tools/start.ts', ...process.argv.slice(2)], {
  cwd: ROOT,
  stdio: 'inherit',
})

for (const app of ['storefront', 'console']) {
  const vite = await createServer({ configFile: path.join(ROOT, app, 'vite.config.ts') })
  await vite.listen()
  vite.printUrls()
}
server.on('exit', (code) => process.exit(code ?? 0))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal))
