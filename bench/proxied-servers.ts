import { findFreeLoopbackPort, type LoadServer, type ServerOptions, startLoadServer } from './cluster.ts'
import { type BackendServer, PROXY_DRAIN_SECONDS, startProxy } from './proxy.ts'

interface ProxiedServersOptions extends Pick<ServerOptions, 'database'> {
  count: number
  /** The folder of the program that is started first. */
  root?: string | undefined
  env?: Record<string, string> | undefined
  /** Whether the proxy speaks TLS and HTTP/2, with a certificate of its own. */
  tls?: boolean
}

/** Several servers behind HAProxy with its configuration of deploy/. */
export interface ProxiedServers {
  /** Where the proxy listens. */
  base: string
  /** Where each server listens itself. */
  bases: readonly string[]
  /** Ends one server after the other and starts it again, with the program of today. */
  roll(): Promise<void>
  /** How many requests the proxy has open at each server. */
  countOpenRequests(): Promise<number[]>
  unexpectedExits(): readonly string[]
  stop(): Promise<void>
}

/** Starts so many servers, and HAProxy in front of them. Resolves when it uses all. If one does not start, those that did are stopped. */
export async function startProxiedServers({ database, count, root, env, tls }: ProxiedServersOptions): Promise<ProxiedServers> {
  const backends: BackendServer[] = []
  for (let at = 0; at < count; at++) backends.push({ port: await findFreeLoopbackPort(), healthPort: await findFreeLoopbackPort() })
  const start = ({ port, healthPort }: BackendServer, from?: string): Promise<LoadServer> => {
    const own = { DRAIN_SECONDS: String(PROXY_DRAIN_SECONDS), TRUST_PROXY: 'loopback', HEALTH_PORT: String(healthPort) }
    const options = { database, port, env: Object.assign(own, env) }
    return startLoadServer(from === undefined ? options : Object.assign(options, { root: from }))
  }
  const servers: LoadServer[] = []
  const exits: string[] = []
  let stopProxy = () => {}
  const stop = async () => {
    stopProxy()
    await Promise.all(servers.map((server) => server.stop()))
  }
  try {
    for (const backend of backends) servers.push(await start(backend, root))
    const proxy = await startProxy(backends, { tls })
    stopProxy = proxy.stop
    await proxy.usesAll()
    return {
      base: proxy.base,
      bases: servers.map(({ base }) => base),
      async roll() {
        for (const [at, backend] of backends.entries()) {
          await servers[at]?.stop()
          exits.push(...(servers[at]?.unexpectedExits() ?? []))
          servers[at] = await start(backend)
          await proxy.usesAll()
        }
      },
      countOpenRequests: proxy.countOpenRequests,
      unexpectedExits: () => [...exits, ...servers.flatMap((server) => server.unexpectedExits())],
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
