import type net from 'node:net'

/** Where the server of a database URL listens: its Unix socket, or TCP. */
export function toDatabaseSocketAddress(url: string): net.NetConnectOpts {
  const { hostname, port } = new URL(url)
  const host = decodeURIComponent(hostname)
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port: Number(port) }
}
