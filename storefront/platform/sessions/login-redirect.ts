import { parseRedirectTarget } from './safe-target.ts'

/**
 * The redirect parameter of a login screen's address: `redirectUrl` of the screen that required the login, or `redirect` after a failed
 * start (specification §4).
 */
export interface LoginRedirect {
  redirectUrl?: string | undefined
  redirect?: string | undefined
}

/** The same redirect for another login screen. */
export const pickLoginRedirectParams = ({ redirectUrl, redirect }: LoginRedirect) => ({ redirectUrl, redirect })

/** Returns to the address of the redirect after a login. The login screen does not stay in the history. */
export function redirectAfterLogin({ redirectUrl, redirect }: LoginRedirect, history: { replace: (path: string) => void }): void {
  const target = parseRedirectTarget(redirectUrl ?? redirect ?? '/', { origin: location.origin })
  if (target.kind === 'leave') location.replace(target.url)
  else history.replace(target.path)
}

/** Search parameters that belong to one company. They do not exist in another company. */
const ONE_COMPANYS = ['id', 'orderNo', 'tradeId', 'addressId']

/** Whether an address shows something of one company, so that it cannot stay after a change of the company. */
export const areSearchParamsEnterpriseSpecific = (search: Readonly<Record<string, unknown>>): boolean =>
  ONE_COMPANYS.some((name) => search[name] !== undefined)
