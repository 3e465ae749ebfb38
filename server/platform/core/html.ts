import { createHash } from 'node:crypto'

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes a text for HTML, also within an attribute in quotes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)

/**
 * The source by which a Content-Security-Policy allows one inline script or style: the hash of its exact text, so that no injected one is
 * run.
 */
export const toSha256Source = (text: string): string => {
  const digest = createHash('sha256').update(text).digest('base64')
  return `'sha256-${digest}'`
}
