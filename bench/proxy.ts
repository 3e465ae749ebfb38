import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { monotonicNowMs } from '#server/platform/core/moment.ts'
import { findFreeLoopbackPort } from './cluster.ts'

const CONFIG = path.join(import.meta.dirname, '..', 'deploy', 'haproxy', 'haproxy.cfg')
/** HAProxy notices a server that drains after two wrong answers, one second apart. */
export const PROXY_DRAIN_SECONDS = 5
/** How long the proxy may take until it uses a server that is ready. */
const USED_MS = 90_000

/** The version of HAProxy that is installed; undefined: none. */
export const findProxyVersion = (): string | undefined =>
  /[\d.]+/.exec(spawnSync('haproxy', ['-v'], { encoding: 'utf8' }).stdout ?? '')?.[0]

/** Where a server answers calls, and where its thread for probes answers. */
export interface BackendServer {
  port: number
  healthPort: number
}

/** Writes a certificate of its own for loopback, with its key, and returns the file. Needs the command openssl. */
function writeCertificate(folder: string): string {
  const [key, certificate, both] = ['key.pem', 'certificate.pem', 'both.pem'].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1', '-days', '2']
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', certificate, ...subject], {
    stdio: 'pipe',
  })
  writeFileSync(both, readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'))
  return both
}

interface ProxyAddress {
  port: number
  /** Where it says what it thinks of the servers. */
  socket: string
  /** With TLS and HTTP/2, as browsers meet it; undefined: plain. */
  certificate: string | undefined
}

/** The proxy's configuration of deploy/ with these servers. */
function buildProxyConfig(servers: readonly BackendServer[], { port, socket, certificate }: ProxyAddress): string {
  const lines = readFileSync(CONFIG, 'utf8').split('\n')
  const kept = lines.filter((line) => !/^ {2}(?:bind :443|http-request redirect|server )/.test(line))
  const secure = certificate === undefined ? '' : ` ssl crt ${certificate} alpn h2,http/1.1`
  const text = kept
    .join('\n')
    .replace('bind :80', `bind 127.0.0.1:${port}${secure}`)
    .replace('global\n', `global\n  stats socket ${socket}\n`)
  const backends = servers.map((one, at) => `  server mall-${at + 1} 127.0.0.1:${one.port} port ${one.healthPort}`)
  return `${text.trimEnd()}\n${backends.join('\n')}\n`
}

/** What the proxy says of each server. */
async function readServerStates(socket: string): Promise<{ isUsed: boolean; openRequests: number }[]> {
  const line = net.connect(socket).setEncoding('utf8')
  line.end('show stat\n')
  let text = ''
  line.on('data', (part: string) => (text += part))
  await once(line, 'close')
  const [head = '', ...rows] = text.split('\n')
  const [status, open] = [head.split(',').indexOf('status'), head.split(',').indexOf('scur')]
  return rows
    .filter((row) => row.startsWith('servers,mall-'))
    .map((row) => row.split(','))
    .map((fields) => ({ isUsed: fields[status] === 'UP', openRequests: Number(fields[open]) }))
}

export interface Proxy {
  base: string
  /** Waits until the proxy sends requests to every server. */
  usesAll(): Promise<void>
  /** How many requests are open at each server. */
  countOpenRequests(): Promise<number[]>
  stop(): void
}

/** Starts HAProxy in front of servers, plain or with TLS and HTTP/2. Throws if it is not installed. */
export async function startProxy(servers: readonly BackendServer[], { tls = false }: { tls?: boolean | undefined } = {}): Promise<Proxy> {
  const folder = mkdtempSync(path.join(tmpdir(), 'mall-proxy-'))
  const [port, file, socket] = [await findFreeLoopbackPort(), path.join(folder, 'haproxy.cfg'), path.join(folder, 'stats')]
  const certificate = tls ? writeCertificate(folder) : undefined
  writeFileSync(file, buildProxyConfig(servers, { port, socket, certificate }))
  const child = spawn('haproxy', ['-q', '-f', file], { stdio: ['ignore', 'ignore', 'inherit'] })
  await new Promise<void>((resolve, reject) => {
    child.once('error', () => reject(new Error('haproxy is not installed (Debian package haproxy)')))
    child.once('spawn', resolve)
  })
  return {
    base: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    async usesAll() {
      const until = monotonicNowMs() + USED_MS
      const countUsed = async () => (await readServerStates(socket).catch(() => [])).filter(({ isUsed }) => isUsed).length
      while ((await countUsed()) < servers.length) {
        if (monotonicNowMs() > until) throw new Error('the proxy does not use all servers')
        await wait(100)
      }
    },
    countOpenRequests: async () => (await readServerStates(socket)).map(({ openRequests }) => openRequests),
    stop() {
      child.kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
