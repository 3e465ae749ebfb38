import { createTypedApiClients } from '#e2e/people.ts'
import { findProposal, findPurchases, findWaves, type Seen } from '#e2e/screen-params.ts'
import type { Viewer } from './groups.ts'

/** By screen, the search parameters of the demo's record that it shows, with the question mark. */
type Addresses = Readonly<Record<string, string>>

/** Finds the records of the demo that the screens show. It makes none: what a screen shows is what the demo has. */
export async function findDemoRecords(seen: Seen): Promise<Record<Viewer, Addresses>> {
  const { consoleQuotation, consoleCompanyGroup } = createTypedApiClients(seen.mall, seen.staff)
  const { quotation } = createTypedApiClients(seen.mall, seen.member)
  const offered = (await quotation.list({})).dataList.find(({ state }) => state === 'QUOTED')
  const asked = (await consoleQuotation.list({})).dataList.find(({ state }) => state === 'REQUESTED')
  const [group] = (await consoleCompanyGroup.list({})).dataList
  if (!offered || !asked || !group) throw new Error('the demo has no quotation, or no group')
  const proposal = await findProposal(seen)
  const staff = {
    ...(await findWaves(seen)),
    ...(await findPurchases(seen)),
    ...proposal,
    '/quotation': `?enterpriseId=${asked.enterpriseId}&id=${asked.id}`,
    '/credit_group': `?enterpriseId=${group.enterpriseId}`,
  }
  return { staff, finance: staff, buyer: { ...proposal, '/quotation_info': `?id=${offered.id}`, '/api_access': '?view=punchOut' } }
}
