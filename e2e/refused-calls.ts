import type { Page } from 'playwright-core'

/** Returns a list that fills with the paths of the calls of a page which are refused for a missing permission (403). */
export function watchRefusedCalls(page: Page): string[] {
  const refused: string[] = []
  page.on('response', async (response) => {
    if (!response.url().includes('/api/') || !response.headers()['content-type']?.includes('json')) return
    const { code } = (await response.json().catch(() => ({}))) as { code?: number }
    if (code === 403) refused.push(new URL(response.url()).pathname)
  })
  return refused
}
