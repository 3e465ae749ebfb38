import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { withDatabaseClient } from './connect.ts'
import { findRunningEmbeddedDatabase, startEmbeddedPostgresWithMallDatabase } from './embedded-database.ts'

const home = mkdtempSync(path.join(tmpdir(), 'mall-socket-'))
// If root starts it, the database runs as another user, who needs access.
chmodSync(home, 0o711)
afterAll(() => rmSync(home, { recursive: true, force: true }))

/** Opens a database in a folder of this name; returns what each of its users connects by, and what tools find. */
async function look(name: string) {
  const dataDir = path.join(home, name)
  mkdirSync(dataDir, { mode: 0o711 })
  let done = 0
  const own = await startEmbeddedPostgresWithMallDatabase(dataDir, {
    port: 56_000 + (process.pid % 5_000),
    meanwhile: async () => void done++,
  })
  try {
    const by = (url: string) =>
      withDatabaseClient(url, async (client) => {
        const { rows } = await client.query<{ by: string }>("select coalesce(host(inet_server_addr()), 'socket') as by")
        return rows[0]?.by
      })
    const found = findRunningEmbeddedDatabase(dataDir)
    return {
      by: await Promise.all([own.superUrl, own.appUrl, own.ownerUrl].map(by)),
      found: found?.appUrl === own.appUrl && found.superUrl === own.superUrl,
      done,
      folder: path.join(dataDir, 'postgres', 'socket'),
    }
  } finally {
    own.close()
  }
}

test('the embedded database is reached through a Unix socket that only its user can open', async () => {
  const { by, found, done, folder } = await look('data')
  expect({ by, found, done }).toEqual({ by: ['socket', 'socket', 'socket'], found: true, done: 1 })
  expect(statSync(folder).mode & 0o777).toBe(0o700)
})

test('if the path is too long for a socket, it is reached by TCP', async () => {
  const { by, found } = await look('x'.repeat(100))
  expect({ by, found }).toEqual({ by: ['127.0.0.1', '127.0.0.1', '127.0.0.1'], found: true })
})
