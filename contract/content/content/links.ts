/** A path of the mall with its search parameters. Never '//host' and never a scheme. */
const OWN = /^\/[a-z0-9_]*(?:\?([\w=&%.-]+))?$/
const QUERY_MAX = 200
/** A web page over TLS. '@' is not allowed, because it can hide the real host. */
const WEB = /^https:\/\/[^\s<>"'`\\@]{3,300}$/

/** The links that a text of the mall may have: a path of the mall, or a web page over TLS. Everything else is shown as plain text. */
export function getLinkKind(target: string): 'own' | 'web' | undefined {
  const own = OWN.exec(target)
  if (own) return (own[1] ?? '').length <= QUERY_MAX ? 'own' : undefined
  return WEB.test(target) && URL.canParse(target) ? 'web' : undefined
}
