/** A screen of the mall by its address, with what the address carries; never '//host', never a scheme. */
const OWN = /^\/[a-z0-9_]*(?:\?([\w=&%.-]+))?$/
const QUERY_MAX = 200
/** A page of the web, and no way to hide who is asked behind an @. */
const WEB = /^https:\/\/[^\s<>"'`\\@]{3,300}$/

/** Where a link of a text of the house may lead: one of our own screens, or a page of the web over TLS. Everything else is no link. */
export function linkKind(target: string): 'own' | 'web' | undefined {
  const own = OWN.exec(target)
  if (own) return (own[1] ?? '').length <= QUERY_MAX ? 'own' : undefined
  return WEB.test(target) && URL.canParse(target) ? 'web' : undefined
}
