import { isIP } from 'node:net'
import { refuse } from '#contract/platform/core/refusals.ts'

const LOOPBACK_HOSTS = ['localhost', '127.0.0.1']
const URL_LENGTH_MAX = 2_000

const isLoopback = (hostname: string): boolean => LOOPBACK_HOSTS.includes(hostname)

/** Whether an owner may enter a host: a name of the public internet, or in the demo this machine. `host`: 'erp.example.com:8443'. */
export function isAllowedReturnHost(host: string, { allowsLoopback }: { allowsLoopback: boolean }): boolean {
  const url = URL.parse(`https://${host}/`)
  // The parser changes what is not a plain name: numbers that stand for an address, ports that are the default.
  if (url === null || (url.host !== host && `${url.host}:443` !== host)) return false
  if (isLoopback(url.hostname)) return allowsLoopback
  return isIP(url.hostname) === 0 && url.hostname.includes('.') && !/\.(?:localhost|local|internal)$/.test(url.hostname)
}

/**
 * Returns where a cart goes, as the procurement system has asked: https, and exactly one of the hosts that the owner has allowed, so that
 * nobody can have a company's prices and goods sent elsewhere. Refuses PUNCH_OUT_RETURN_URL.
 */
export function requireAllowedReturnUrl(
  text: string | undefined,
  { returnHosts, allowsLoopback }: { returnHosts: readonly string[]; allowsLoopback: boolean },
): string {
  const url = text === undefined || text.length > URL_LENGTH_MAX ? null : URL.parse(text)
  if (url === null || url.username !== '' || url.password !== '') refuse('PUNCH_OUT_RETURN_URL')
  const known = returnHosts.some((host) => URL.parse(`${url.protocol}//${host}/`)?.host === url.host)
  const encrypted = url.protocol === 'https:' || (url.protocol === 'http:' && allowsLoopback && isLoopback(url.hostname))
  if (!known || !encrypted) refuse('PUNCH_OUT_RETURN_URL')
  return url.href
}
