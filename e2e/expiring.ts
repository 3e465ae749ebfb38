import type { Page } from 'playwright-core'
import { MAIN } from '#tools/demo/people.ts'
import { apiOf, buyerToken } from './people.ts'
import { type Stage, visit } from './stage.ts'

/** The text of the login screen about why it is shown and what will continue afterwards. */
export const loginNote = (page: Page) => page.getByRole('main').getByRole('status').filter({ hasText: '登录' })

/** A person with an open form. `end` ends his session on the server. */
export async function expiring(stage: Stage, path: string, wish: Pick<Parameters<typeof visit>[1] & object, 'size' | 'prepare'> = {}) {
  const token = await buyerToken(stage, MAIN)
  const visited = await visit(stage, { ...wish, path, token })
  const end = async () => apiOf(stage, await visited.token()).security.logOut({})
  return { visited, page: visited.page, end }
}
