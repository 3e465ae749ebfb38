import net from 'node:net'
import type { Config } from './config.ts'
import { isDatabaseUnavailable } from './database-errors.ts'

interface SystemFault extends Error {
  code: string
  path?: string
  address?: string
  port?: number
}

const asFault = (error: unknown): SystemFault | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? (error as SystemFault) : undefined

const SQLSTATE = /^[0-9A-Z]{5}$/

/** Messages for system errors with files and ports, for the operator who starts the server. */
const sentences: Readonly<Record<string, (fault: SystemFault) => string>> = {
  EADDRINUSE: ({ port }) => `端口 ${port} 已被占用，请停止占用它的程序，或用 PORT 指定别的端口`,
  EADDRNOTAVAIL: ({ address }) => `本机没有地址 ${address}，请检查 HOST`,
  EACCES: ({ path, port }) => (path === undefined ? `没有权限使用端口 ${port}，请用 PORT 指定 1024 以上的端口` : `没有权限读写 ${path}`),
  EPERM: ({ path }) => `没有权限读写 ${path}`,
  EROFS: ({ path }) => `${path} 所在的磁盘只读`,
  ENOTDIR: ({ path }) => `${path} 不是文件夹，请检查 DATA_DIR`,
  EEXIST: ({ path }) => `${path} 不是文件夹，请检查 DATA_DIR`,
  ENOSPC: ({ path }) => `磁盘空间不足${path === undefined ? '' : `，无法写入 ${path}`}`,
}

/** Formats the reason why a server did not start in one line without a stack. */
export function formatStartError(error: unknown): string {
  const fault = asFault(error)
  const known = fault && sentences[fault.code]?.(fault)
  // The first connection has its own words. This one was lost while the mall was starting.
  const lost = isDatabaseUnavailable(error) ? `与数据库的连接中断（${String(error)}），请在数据库恢复后再启动` : undefined
  const refused = fault && SQLSTATE.test(fault.code) ? `数据库返回错误：${fault.message}` : undefined
  const sentence = known ?? lost ?? refused
  const lines = (sentence ?? (error instanceof Error ? error.message : String(error))).split('\n').map((line) => line.trim())
  return lines.filter((line) => line !== '').join(' ')
}

/** Refuses a port that is already in use before anything is built, started or changed. */
export async function requireFreePort({ host, port }: Pick<Config, 'host' | 'port'>): Promise<void> {
  const probe = net.createServer()
  await new Promise<void>((resolve, reject) => probe.once('error', reject).listen(port, host, resolve))
  await new Promise((resolve) => probe.close(resolve))
}
