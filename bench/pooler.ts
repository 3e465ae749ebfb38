import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { withDatabaseClient } from '#server/platform/database/connect.ts'
import { findFreeLoopbackPort, type LoadDatabase } from './cluster.ts'

const CONFIG = path.join(import.meta.dirname, '..', 'deploy', 'pgbouncer', 'pgbouncer.ini')

/** The statements that the configuration of deploy/ tells the operator to execute. */
const listRoleStatements = (config: string): string[] => [...config.matchAll(/^; {3}(alter role .+);$/gm)].map(([, text = '']) => text)

export interface Pooler {
  /** The data for the servers: the pooler's URL, the direct URL, and whether the pooler keeps prepared statements. */
  env: Record<string, string>
  version: string
  /** What it was asked for by name, and how often it had PostgreSQL parse a text. Undefined: this version does not count, or keeps none. */
  countPrepared(): Promise<{ executions: number; parses: number } | undefined>
  stop(): void
}

interface PoolerStats {
  database: string
  total_bind_count?: string
  total_server_parse_count?: string
}

function findVersion(output: string): { text: string; keepsPrepared: boolean } {
  const [, text = '', major = '0', minor = '0'] = /PgBouncer ((\d+)\.(\d+)[.\d]*)/.exec(output) ?? []
  return { text, keepsPrepared: Number(major) > 1 || Number(minor) >= 21 }
}

const readOutput = (command: string, args: readonly string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    let text = ''
    child.stdout.on('data', (chunk) => (text += chunk))
    child.once('error', () => reject(new Error(`${command} is not installed (Debian package ${command})`)))
    child.once('close', () => resolve(text))
  })

/**
 * Starts PgBouncer in front of a database, with its configuration of deploy/, and gives the role of the servers the settings that this
 * configuration names. As root it runs as `nobody`, because it refuses root.
 */
export async function startPooler(database: Pick<LoadDatabase, 'appUrl' | 'superUrl'>): Promise<Pooler> {
  const { text: version, keepsPrepared } = findVersion(await readOutput('pgbouncer', ['--version']))
  const direct = new URL(database.appUrl)
  const name = direct.pathname.slice(1)
  const config = readFileSync(CONFIG, 'utf8')
  await withDatabaseClient(database.superUrl, async (client) => {
    for (const statement of listRoleStatements(config)) await client.query(statement.replace(' set ', ` in database ${name} set `))
  })
  const folder = mkdtempSync(path.join(tmpdir(), 'mall-pooler-'))
  chmodSync(folder, 0o755)
  const port = await findFreeLoopbackPort()
  const users = path.join(folder, 'userlist.txt')
  writeFileSync(users, `"${direct.username}" "${decodeURIComponent(direct.password)}"\n`)
  const own = config
    .replace('port=5432 dbname=mall', `port=${direct.port} dbname=${name}`)
    .replace('listen_port = 6432', `listen_port = ${port}`)
    .replace(/auth_file = .*/, `auth_file = ${users}`)
    .replace(/^max_prepared_statements.*\n/m, keepsPrepared ? '$&' : '')
  const file = path.join(folder, 'pgbouncer.ini')
  writeFileSync(file, `${own}\nunix_socket_dir =\nstats_users = ${direct.username}\n`)
  const asNobody = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const child = spawn('pgbouncer', ['-q', ...asNobody, file], { stdio: ['ignore', 'ignore', 'inherit'] })
  const url = new URL(database.appUrl)
  url.hostname = '127.0.0.1'
  url.port = String(port)
  url.pathname = '/mall'
  const stop = () => {
    child.kill()
    rmSync(folder, { recursive: true, force: true })
  }
  const env = { DATABASE_URL: url.toString(), DATABASE_DIRECT_URL: database.appUrl, ...(keepsPrepared ? {} : { PREPARED: '0' }) }
  const countPrepared = async () => {
    const console = new URL(url)
    console.pathname = '/pgbouncer'
    const { rows } = await withDatabaseClient(console.toString(), (client) => client.query<PoolerStats>('show stats'))
    const { total_bind_count: binds, total_server_parse_count: parses } = rows.find(({ database: of }) => of === 'mall') ?? {}
    return keepsPrepared && binds !== undefined && parses !== undefined ? { executions: Number(binds), parses: Number(parses) } : undefined
  }
  return { env, version, countPrepared, stop }
}
