/**
 * Owns how staff edit goods: drafts, publishing, versions and relations. Writes the tables `goods_draft`, `goods_relation` and
 * `goods_version`. Never writes goods, SKUs, prices or stock itself: the modules that own them do.
 */

export { computeGoodsAttributeProblems, normaliseGoodsContent, sortAttributeValues } from './attribute-values.ts'
export { changeGoodsState } from './change-state.ts'
export { type ConsoleGoodsFilter, findGoodsIdsForConsole, listGoodsForConsole } from './console/goods-list.ts'
export { findAfterSaleRulesByGoodsAtTime, findGoodsCodesTakenByDrafts, findGoodsIdsWithDraft } from './content-store.ts'
export { findShopIdsThatStaffMayEdit, lockGoodsAtRowVersion, readNamesForGoodsContents } from './goods-at-version.ts'
export { type GoodsWithContent, readGoodsWithContentById } from './published-content.ts'
export { publishContentsWithoutDraft } from './publishing/publish-contents.ts'
export { publishOrScheduleDraft } from './publishing/publish-draft.ts'
export { publishAllDueDrafts } from './publishing/publish-due.ts'
export { saveSameContentAsNewVersion } from './publishing/save-version.ts'
export { computeMissingFileProblems } from './publishing-problems.ts'
export { createGoodsWithDraft, saveDraft } from './save-draft.ts'
