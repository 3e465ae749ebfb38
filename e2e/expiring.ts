import type { Page } from 'playwright-core'
import { MAIN } from '#tools/demo/people.ts'
import { apiOf, buyerToken } from './people.ts'
import { type Stage, visit } from './stage.ts'

/** What the login screen says of why it is there, and of what it will go on with. */
export const loginNote = (page: Page) => page.getByRole('main').getByRole('status').filter({ hasText: '登录' })

/** Somebody with a form before him; `end` ends his session on the server. */
export async function expiring(stage: Stage, path: string, wish: Pick<Parameters<typeof visit>[1] & object, 'size' | 'prepare'> = {}) {
  const token = await buyerToken(stage, MAIN)
  const visited = await visit(stage, { ...wish, path, token })
  const end = async () => apiOf(stage, await visited.token()).security.logOut({})
  return { visited, page: visited.page, end }
}
