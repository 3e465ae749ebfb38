import { safeTarget } from './safe-target.ts'

/** The redirect of a login screen's address: `redirectUrl` of the screen that asked, or `redirect` of a start that failed (specification §4). */
export interface LoginRedirect {
  redirectUrl?: string | undefined
  redirect?: string | undefined
}

/** The same redirect for the next login screen. */
export const pickRedirect = ({ redirectUrl, redirect }: LoginRedirect) => ({ redirectUrl, redirect })

/** Somebody is logged in: on to where he was led from. The login screen is no step of the way back. */
export function redirectAfterLogin({ redirectUrl, redirect }: LoginRedirect, history: { replace: (path: string) => void }): void {
  const target = safeTarget(redirectUrl ?? redirect ?? '/', { origin: location.origin })
  if (target.kind === 'leave') location.replace(target.url)
  else history.replace(target.path)
}

/** Names in an address that belong to one company; the next company has none of them. */
const ONE_COMPANYS = ['id', 'orderNo', 'tradeId', 'addressId']

/** Whether an address shows something of one company, so that another cannot stay there. */
export const isEnterpriseSpecific = (search: Readonly<Record<string, unknown>>): boolean =>
  ONE_COMPANYS.some((name) => search[name] !== undefined)
